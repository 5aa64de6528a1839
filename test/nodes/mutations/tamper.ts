import type { Answer } from '../../service/answer';
import type { ServiceUnderTest } from '../withService';
import { disguised, type Rule } from './disguise';
import { mutated } from './mutate';
import type { Random } from './random';

type Ready = Answer & { status: number };

/** What was changed in the answers of a run. */
export interface Tampering {
	/** Answers that were seen, changed or not. */
	answers: number;
	/** What was done, in order. */
	kinds: string[];
	/** What a reader may make of it, where the truth was left in place. */
	rule: Rule;
	/** All that went over the wire, to know an odd text of ours from one that was sent. */
	sent: string[];
	/** How many answers were pages of a list. */
	pages: number;
}

/** How answers are changed: broken by chance, disguised with the truth in place, or as lists that never end. */
export type Way = 'broken' | 'disguised' | 'endless';

/** Changes answers of the service, each with the given share. */
export function tamper(
	world: ServiceUnderTest,
	random: Random,
	share: number,
	way: Way,
): { tampering: Tampering; begin: () => void } {
	const tampering: Tampering = {
		answers: 0,
		kinds: [],
		rule: 'same',
		sent: [],
		pages: 0,
	};
	let page: { bytes: Buffer } | undefined;
	const fresh = random.chance(0.5);
	const largestPage = way === 'disguised' && random.chance(0.5) ? 1 + random.below(9) : undefined;
	const begin = () =>
		world.service.fault({
			times: Infinity,
			largestPage,
			async rewriteAnswer(answer, { query }) {
				tampering.answers++;
				if ([query.limit, query.pageSize].includes(String(largestPage))) {
					tampering.kinds.push('a smaller page');
				}
				const wire = await wireOf(answer);
				note(tampering, wire);
				page ??= wire;
				const next = endless(answer, page.bytes, fresh ? `again${tampering.pages}` : 'again');
				if (next !== undefined) tampering.pages++;
				if (way === 'endless') return next ?? answer;
				if (answer.status !== 200 || !random.chance(share)) return answer;
				const { kind, bytes, type, rule } =
					way === 'broken'
						? { ...mutated(wire, random), rule: 'same' as const }
						: disguised(wire, random);
				if (rule === 'unreadable') tampering.rule = rule;
				tampering.kinds.push(kind);
				note(tampering, { bytes, type });
				return { ...answer, payload: { bytes, type } };
			},
		});
	return { tampering, begin };
}

/** Files hold no texts that an item could have. */
function note(tampering: Tampering, { bytes, type }: { bytes: Buffer; type: string }): void {
	if (/json|text/.test(type)) tampering.sent.push(bytes.toString('utf8'));
}

export async function wireOf({ payload }: Ready) {
	if ('bytes' in payload) return payload;
	if ('json' in payload) {
		const type = 'application/json; charset=utf-8';
		return { bytes: Buffer.from(JSON.stringify(payload.json)), type };
	}
	const pieces: Buffer[] = [];
	for await (const piece of payload.stream) pieces.push(piece);
	payload.stream = whole(pieces);
	return { bytes: Buffer.concat(pieces), type: payload.type };
}

async function* whole(pieces: Buffer[]) {
	yield* pieces;
}

/** The page that says that there is more, in place of this one and all that follow; undefined for what is no page. */
function endless(answer: Ready, bytes: Buffer, cursor: string): Ready | undefined {
	if ('x-next-cursor' in (answer.headers ?? {})) {
		return {
			...answer,
			headers: { ...answer.headers, 'x-next-cursor': cursor },
			payload: { bytes, type: 'text/csv' },
		};
	}
	const text = bytes.toString('utf8');
	const more = text
		.replace(/"nextCursor":(null|"[^"]*")/, `"nextCursor":"${cursor}"`)
		.replace('"hasMore":false', '"hasMore":true');
	return more === text
		? undefined
		: { ...answer, payload: { bytes: Buffer.from(more), type: 'application/json' } };
}
