import { WebVTTParser } from 'webvtt-parser';

import { parseSubtitles } from '../../../../lib/speech/parseSubtitles';
import { subtitleCuesOf, spokenSegmentsOf } from '../../../../lib/speech/cues';
import { findSeam, mergeTranscripts } from '../../../../lib/speech/transcript';
import { writeSubtitles } from '../../../../lib/speech/transcription/writeSubtitles';

const words = (text: string, pace = 0.4) =>
	text.split(' ').map((word, at) => ({ word, start: at * pace, end: at * pace + pace * 0.9 }));
const TEXT =
	'The train leaves at noon. <Nobody> on the platform & in the station knows --> where it goes, and the driver does not say a word about it to anyone who asks. Good day.';
const segment = [{ text: ` ${TEXT}`, start: 3599.5, end: 3620 }];
const char = [...TEXT].map((one, at) => ({ char: one, start: at * 0.05, end: at * 0.05 + 0.05 }));

describe.each([
	['words', { word: words(TEXT) }],
	['segments', { segment }],
	['characters', { char }],
])('subtitles of %s', (_name, timestamps) => {
	const cues = subtitleCuesOf({ text: TEXT, timestamps });

	it('are read by parsers that others wrote', async () => {
		const { default: Srt } = await import('srt-parser-2');
		const srt = new Srt().fromSrt(writeSubtitles(cues, 'srt'));
		expect(srt.map(({ text }) => text.replaceAll('\n', ' '))).toEqual(
			cues.map(({ text }) => text.replaceAll('-->', '→')),
		);
		expect(srt.map(({ startSeconds }) => startSeconds)).toEqual(
			cues.map(({ start }) => Math.round(start * 1000) / 1000),
		);
		const vtt = new WebVTTParser().parse(writeSubtitles(cues, 'vtt'), 'subtitles');
		expect(vtt.errors).toEqual([]);
		expect(vtt.cues.map(({ text }) => text.split('\n').length).every((lines) => lines < 3)).toBe(
			true,
		);
		expect(vtt.cues).toHaveLength(cues.length);
	});

	it('have two lines at most, and end before the next begins', () => {
		for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(84);
		const ends = cues.slice(0, -1).map(({ end }, at) => (cues[at + 1]?.start ?? 0) - end);
		for (const gap of ends) expect(gap).toBeGreaterThanOrEqual(-0.001);
		expect(cues.map(({ text }) => text).join(' ')).toBe(TEXT);
	});
});

it.each(['srt', 'vtt'] as const)('subtitles (%s) are read back as they were written', (format) => {
	const said = [
		...[
			'42',
			'NOTE this',
			'WEBVTT',
			'STYLE & more',
			'Use <b>, <i> and <br/> &amp; &lt; {\\an8} here',
		],
		...[
			'1 < 2 <3 and 3 > 1',
			'It is 00:00:04,000 --> now',
			'AT&T R&D;',
			'{y:i} \\N \\h',
			'<v Ada> says',
			'5',
		],
	];
	const cues = said.map((text, at) => ({ start: at * 2 + 0.123, end: at * 2 + 0.123, text }));
	const read = parseSubtitles(writeSubtitles(cues, format), { keepsSounds: true }).cues;
	expect(read.map(({ text }) => text)).toEqual(said.map((text) => text.replace('-->', '→')));
	expect(read.map(({ start }) => start)).toEqual(cues.map(({ start }) => start));
	expect(read.every(({ speaker }) => speaker === undefined)).toBe(true);
});

it('segments are those of the model, or sentences of its words', () => {
	expect(spokenSegmentsOf({ text: TEXT, timestamps: { segment } })).toEqual([
		{ text: TEXT, start: 3599.5, end: 3620 },
	]);
	expect(spokenSegmentsOf({ text: TEXT, timestamps: { word: words(TEXT) } })).toHaveLength(3);
	expect(spokenSegmentsOf({ text: TEXT })).toEqual([]);
});

describe('what two parts have in common', () => {
	it.each([
		[
			'a few words',
			'we go to the old station',
			'to the old station and then home',
			'we go to the old station and then home',
		],
		[
			'half a word at the cut',
			'we go to the old stat',
			'to the old station and then',
			'we go to the old station and then',
		],
		[
			'half a word before',
			'we go to the old station',
			'o to the old station. And then',
			'we go to the old station. And then',
		],
		[
			'another spelling',
			'we Go to the, old station',
			'to the old station and',
			'we Go to the, old station and',
		],
		[
			'a longer run of words that is repeated further away',
			'a b c d e f g h x y z one two three four',
			'one two three four k a b c d e f g h x y',
			'a b c d e f g h x y z one two three four k a b c d e f g h x y',
		],
		['no spaces', '我们去老车站', '去老车站然后回家', '我们去老车站然后回家'],
	])('is there once: %s', (_name, first, second, whole) => {
		const parts = [first, second].map((text, at) => ({
			...{ text, start: at * 10, seconds: 16, overlap: at * 6 },
		}));
		expect(mergeTranscripts(parts)).toEqual({ text: whole, unsureAt: [] });
	});

	it('is unsure when nothing is, and then everything is kept', () => {
		expect(findSeam('one two three', 'four five six', 6)).toBeUndefined();
		const parts = ['one two', 'four five'].map((text, at) => ({
			...{ text, start: at * 10, seconds: 16, overlap: at * 6 },
		}));
		expect(mergeTranscripts(parts)).toEqual({ text: 'one two four five', unsureAt: [10] });
	});

	it('cuts segments where it cuts the text', () => {
		const parts = [
			{ text: 'We go to the old stat', start: 0, seconds: 16, overlap: 0 },
			{ text: 'to the old station. And home.', start: 10, seconds: 16, overlap: 6 },
		].map((part) => ({
			...part,
			timestamps: { segment: [{ text: ` ${part.text}`, start: 0, end: 10 }] },
		}));
		const { text, timestamps } = mergeTranscripts(parts);
		expect(timestamps?.segment?.map((one) => one.text?.trim()).join(' ')).toBe(text);
		expect(timestamps?.segment?.[0]?.start).toBe(0);
	});
});
