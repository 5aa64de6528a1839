import { heardByW3c, judged } from './judge';
import { mutants } from './mutants';

/** The proof reads ten thousand, and asks ffmpeg as well. */
const FILES = 1_400;

it('no times of subtitles that were changed by chance are spoken', () => {
	const wrong: string[] = [];
	let read = 0;
	for (const mutant of mutants(FILES)) {
		const { refused, wrong: found } = judged(mutant, [heardByW3c(mutant)]);
		if (refused === undefined) read++;
		// This parser alone is no judge of numbers, nor of cues that no player shows.
		for (const one of found) {
			if (/^(time|crash)/.test(one) && mutant.name !== 'times that are said')
				wrong.push(`${mutant.name}: ${one}\n${JSON.stringify(mutant.text)}`);
		}
	}
	expect(wrong).toEqual([]);
	expect(read).toBeGreaterThan(FILES * 0.6);
});

it('takes what scrolling captions show again for no dropped cue, but words of their own for one', () => {
	const text =
		'WEBVTT\n\n00:01.000 --> 00:02.000\nhello and welcome\n\n00:02.000 --> 00:02.010\nhello and welcome\n';
	const mutant = { format: 'vtt', name: 'captions', text, words: '' } as const;
	const lost = [
		{ start: 2000, text: 'hello and good evening' },
		{ start: 2000, text: 'come' },
		{ start: 9000, text: 'hello and welcome' },
	];
	expect(judged(mutant, [heardByW3c(mutant)]).wrong).toEqual([]);
	// More repeats than the node counts.
	expect(judged(mutant, [[...heardByW3c(mutant), { start: 1500, text: 'welcome' }]]).wrong).toEqual(
		['dropped: 1500 welcome'],
	);
	// The parser takes the number of the next cue for words.
	expect(judged(mutant, [[{ start: 2000, text: 'hello and welcome\n3' }]]).wrong).toEqual([]);
	for (const cue of lost)
		expect(judged(mutant, [[cue]]).wrong).toEqual([`dropped: ${cue.start} ${cue.text}`]);
});
