import fields from '../../coverage/versions/chatAnswer.json';

type Json = Record<string, unknown>;

/**
 * How a field of an answer comes in a stream. `text`: in pieces that may be equal. `signature`: in pieces, or again as a whole. `label` and words:
 * whole, as often as the service likes. `token`: once for each token. `count`: what was counted so far.
 */
type Kind =
	'text' | 'signature' | 'label' | 'token' | 'count' | 'number' | 'switch' | 'call' | 'anything';

/** A field of the published description of a chat answer: where it stands, its kind or the words that it may be. */
export interface AnswerField {
	path: string;
	kind: Kind | string[];
}

export const ANSWER_FIELDS = Object.entries(fields).map(
	([path, kind]) => ({ path, kind }) as AnswerField,
);

const CALL = { id: 'q1', type: 'function', function: { name: 'find', arguments: '{"a":1}' } };

/** What each piece of a field says, and what all of them say. */
export function piecesOf({ path, kind }: AnswerField): { pieces: unknown[]; all: unknown } {
	if (Array.isArray(kind)) return { pieces: [kind[0], kind[0]], all: kind[0] };
	switch (kind) {
		case 'text': {
			const pieces = ['Again and again. ', 'Again and again. ', 'ha', 'ha'];
			return { pieces, all: pieces.join('') };
		}
		case 'signature':
			return { pieces: ['AAAA/+8=', 'BBBB/+8='], all: 'AAAA/+8=BBBB/+8=' };
		case 'label':
			return { pieces: ['ab', 'ab', 'ab'], all: 'ab' };
		case 'token':
			return { pieces: ['ab'], all: 'ab' };
		case 'count':
			return { pieces: [1, 7, 0], all: 7 };
		case 'number':
			return path.endsWith('index') ? { pieces: [0, 0], all: 0 } : { pieces: [5], all: 5 };
		case 'switch':
			return { pieces: [true, true], all: true };
		case 'call':
			return { pieces: [{ index: 0, ...CALL }], all: CALL };
		case 'anything':
			return { pieces: [{ a: [1, 2] }], all: { a: [1, 2] } };
		default:
			throw new Error(`${path} has the kind ${String(kind)}: how do its pieces follow each other?`);
	}
}

/** A value at a path such as `a.b[].c`; a list there has one entry. */
export function at(path: string, value: unknown): Json {
	return nested(path.split('.'), value) as Json;
}

function nested([step, ...rest]: string[], value: unknown): unknown {
	if (step === undefined) return value;
	const name = step.replace(/\[\]$/, '');
	const inner = nested(rest, value);
	return { [name]: step === name ? inner : [inner] };
}

/** Records put into each other. */
export function merged(...all: unknown[]): Json {
	return all.reduce<unknown>(merge, {}) as Json;
}

function merge(one: unknown, other: unknown): unknown {
	if (Array.isArray(one) && Array.isArray(other)) {
		return other.map((entry: unknown, place) => merge(one[place], entry));
	}
	if (!isRecord(one) || !isRecord(other)) return other;
	const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
	return Object.fromEntries(
		names.map((name) => [name, name in other ? merge(one[name], other[name]) : one[name]]),
	);
}

function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of the same entry of a list; none for a field that is in no list. */
export function besides({ path }: AnswerField): AnswerField[] {
	const entry = path.slice(0, path.lastIndexOf('[].') + 3);
	if (entry === 'choices[].' || !path.includes('[].')) return [];
	return ANSWER_FIELDS.filter((one) => one.path.startsWith(entry) && one.path !== path);
}
