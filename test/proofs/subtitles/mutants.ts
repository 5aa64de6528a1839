import { WILD_SRT, WILD_VTT } from '../../lib/speech/wildSubtitles';

/** A file of subtitles, changed by chance. */
export interface Mutant {
	format: 'srt' | 'vtt';
	name: string;
	text: string;
	/** What was said before the changes. */
	words: string;
}

const INSERTED = [
	...[
		'\n',
		'\n\n',
		'\r\n',
		' ',
		'\t',
		'\u200B',
		'\0',
		'-->',
		'<',
		'>',
		'<i>',
		'</v>',
		'&amp;',
		'&#39;',
	],
	...['NOTE\n', 'STYLE\n', 'WEBVTT\n', '\n \n', '{\\an8}', '\uFEFF', ',', ':', '.', '- '],
];

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** So many files, each with one to three changes: to a line, to its end, or to a character. */
export function* mutants(count: number, seed = 1): Generator<Mutant> {
	const kinds = [
		...WILD_SRT.map((wild) => ({ ...wild, format: 'srt' as const })),
		...WILD_VTT.map((wild) => ({ ...wild, format: 'vtt' as const })),
	];
	const chance = chances(seed);
	for (let made = 0; made < count; made++) {
		const { name, text, cues, format } = kinds[made % kinds.length] as (typeof kinds)[number];
		let changed = text;
		const changes = 1 + Math.floor(chance() * 3);
		for (let change = 0; change < changes; change++) changed = mutated(changed, chance);
		yield { format, name, text: changed, words: cues.map(([, said]) => said).join(' ') };
	}
}

function mutated(text: string, chance: () => number): string {
	const at = Math.floor(chance() * (text.length + 1));
	const lines = text.split('\n');
	const line = Math.floor(chance() * lines.length);
	switch (Math.floor(chance() * 7)) {
		case 0:
			return lines.toSpliced(line, 1).join('\n');
		case 1:
			return lines.toSpliced(line, 0, lines[line] ?? '').join('\n');
		case 2:
			return lines.toSpliced(line, 0, '').join('\n');
		case 3:
			return text.slice(0, at) + text.slice(at + 1);
		case 4:
			return text.slice(0, Math.max(20, at));
		case 5:
			return `${text}${chance() < 0.5 ? '' : '\n'}${text}`;
		default:
			return text.slice(0, at) + INSERTED[Math.floor(chance() * INSERTED.length)] + text.slice(at);
	}
}
