import type { Wire } from './mutate';
import type { Random } from './random';

/** What a reader may make of a change: the same items, or ones that lack the value that cannot be read. */
export type Rule = 'same' | 'unreadable';

const DEEP = 5_000;
const deep = () => `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const number = /(?<=[[:,])-?\d+(\.\d+)?(e[+-]?\d+)?(?=[,\]}])/g;
const member = /(?<=[{,])"((?:[^"\\]|\\.)*)":/g;

/** Changes to the text of a JSON value that leave its meaning as it is, or make one value of it unreadable. */
const TEXTS: Record<string, { rule: Rule; change(text: string, random: Random): string }> = {
	'a number as text': { rule: 'unreadable', change: at(number, (found) => `"${found}"`) },
	'a number beyond doubles': { rule: 'unreadable', change: at(number, () => '1e999') },
	'a number with a sign and an exponent': {
		rule: 'same',
		change: at(number, (found) => (/[e]/.test(found) ? found : `${found}e0`)),
	},
	'a key twice, the first without use': {
		rule: 'same',
		change: at(member, (found) => `${found}null,${found}`),
	},
	'values deep inside': {
		rule: 'same',
		change: at(member, (found) => `"extra_":${deep()},${found}`),
	},
	'fields that nobody knows': {
		rule: 'same',
		change: at(member, (found) => `"extra_":{"amount":-1,"items":[1e9]},${found}`),
	},
	'names of the language': {
		rule: 'same',
		change: at(member, (found) => `"toString":1,"__proto__":{"usd":7},${found}`),
	},
	'letters as escapes': {
		rule: 'same',
		change: (text) =>
			text.replace(/[a-z](?=[a-z]*":)/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
	},
	'a currency in small letters': {
		rule: 'same',
		change: (text) => text.replace(/"currency":"[A-Z]+"/g, (found) => found.toLowerCase()),
	},
	'a cost in another form': {
		rule: 'unreadable',
		change: (text, random) =>
			text.replace(
				/"cost":\{[^}]*\}/,
				`"cost":${random.one(['{}', '[]', '"0.5"', '{"usd":null,"diem":0}', '{"usd":-1,"diem":0}', '{"eur":1}'])}`,
			),
	},
};

/** Changes to the whole answer that leave its meaning as it is. */
const WHOLE: Record<string, (wire: Wire) => Wire> = {
	'a label in capitals': ({ bytes, type }) => ({ bytes, type: type.toUpperCase() }),
	'a label with odd parameters': ({ bytes, type }) => ({
		bytes,
		type: `${type.split(';')[0]} ; Charset="UTF-8"; x=y`,
	}),
	'no label': ({ bytes }) => ({ bytes, type: '' }),
	'a label without use': ({ bytes }) => ({ bytes, type: 'application/octet-stream' }),
	'a byte order mark': ({ bytes, type }) => ({
		bytes: /json|text/.test(type) ? Buffer.concat([Buffer.from('\uFEFF'), bytes]) : bytes,
		type,
	}),
	'UTF-16': ({ bytes, type }) =>
		/json/.test(type)
			? {
					bytes: Buffer.from(`\uFEFF${bytes.toString('utf8')}`, 'utf16le'),
					type: 'application/json; charset=utf-16le',
				}
			: { bytes, type },
};

/** The answer under a disguise that leaves the truth in place, with what that was and what a reader may make of it. */
export function disguised(wire: Wire, random: Random): Wire & { kind: string; rule: Rule } {
	const isText = /json|event-stream/.test(wire.type);
	if (!isText || random.chance(0.2)) {
		const kind = random.one(Object.keys(WHOLE));
		return { ...(WHOLE[kind]?.(wire) ?? wire), kind, rule: 'same' };
	}
	const kind = random.one(Object.keys(TEXTS));
	const { rule = 'same', change } = TEXTS[kind] ?? {};
	const changed = (text: string) => (isJson(text) ? (change?.(text, random) ?? text) : text);
	const text = wire.bytes.toString('utf8');
	if (!wire.type.startsWith('text/event-stream')) {
		return { bytes: Buffer.from(changed(text)), type: wire.type, kind, rule };
	}
	const events = text.split('\n\n');
	const place = random.below(events.length);
	events[place] = (events[place] ?? '').replace(/(?<=^data: ).*/, changed);
	return { bytes: Buffer.from(events.join('\n\n')), type: wire.type, kind, rule };
}

/** Changes one of the places that a pattern finds outside of texts. */
function at(pattern: RegExp, change: (found: string) => string) {
	return (text: string, random: Random) => {
		const texts = [...text.matchAll(/(?<=[:,[])"(?:[^"\\]|\\.)*"(?=[,\]}])/g)];
		const isInside = (index: number) =>
			texts.some((one) => index > one.index && index < one.index + one[0].length);
		const found = [...text.matchAll(pattern)].filter(({ index }) => !isInside(index));
		if (found.length === 0) return text;
		const { index, 0: old } = random.one(found);
		return text.slice(0, index) + change(old) + text.slice(index + old.length);
	};
}

function isJson(text: string): boolean {
	try {
		return typeof JSON.parse(text) === 'object';
	} catch {
		return false;
	}
}
