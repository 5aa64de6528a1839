import { growsTooFast } from '../../growth';
import { parseSubtitles } from '../../../../lib/speech/parseSubtitles';
import { spokenSegmentsOf, subtitleCuesOf } from '../../../../lib/speech/cues';
import { mergeTranscripts } from '../../../../lib/speech/transcript';
import { writeSubtitles } from '../../../../lib/speech/transcription/writeSubtitles';

type Row = [text: string, start: number, end: number];
const segmentsOf = (...rows: Row[]) => ({
	text: rows.map(([text]) => text).join(' '),
	timestamps: { segment: rows.map(([text, start, end]) => ({ text, start, end })) },
});
const wordsOf = (text: string, ...rows: Row[]) => ({
	text,
	timestamps: { word: rows.map(([word, start, end]) => ({ word, start, end })) },
});
const rowsOf = (transcript: Parameters<typeof subtitleCuesOf>[0]) =>
	subtitleCuesOf(transcript).map(({ text, start, end }) => [text, start, end]);

describe('what is said at the same time', () => {
	it.each([
		[
			'a voice that falls in',
			[
				['A long sentence.', 10, 16],
				['Yes.', 12, 13],
			],
		],
		[
			'two that start together',
			[
				['The one.', 10, 14],
				['The other.', 10, 13],
			],
		],
		[
			'one that begins before the other ends',
			[
				['First.', 1, 3],
				['Second.', 2.5, 4],
				['Third.', 4.5, 5.5],
			],
		],
	] as Array<[string, Row[]]>)('stays whole, each with its own times: %s', (_name, rows) => {
		expect(rowsOf(segmentsOf(...rows))).toEqual(rows);
		const read = parseSubtitles(writeSubtitles(subtitleCuesOf(segmentsOf(...rows)), 'srt')).cues;
		expect(read.map(({ text, start, end }) => [text, start, end]).sort()).toEqual([...rows].sort());
	});

	it('is shown for seven seconds where it lasts longer', () => {
		const rows: Row[] = [
			['First sentence here.', 32.66, 43.3],
			['Jumps back.', 33.18, 34.54],
			['Third.', 43.5, 45],
		];
		expect(rowsOf(segmentsOf(...rows))).toEqual([
			['First sentence here.', 32.66, 39.66],
			...rows.slice(1),
		]);
	});

	it('stays whole in words that jump back', () => {
		const text = 'First sentence here. Jumps back.';
		const transcript = wordsOf(
			text,
			['First', 32.66, 34],
			['sentence', 34, 36],
			['here.', 36, 38],
			['Jumps', 33.18, 34],
			['back.', 34, 34.54],
		);
		expect(rowsOf(transcript)).toEqual([
			['First sentence here.', 32.66, 38],
			['Jumps back.', 33.18, 34.54],
		]);
	});
});

it.each([
	['你好，世界', ['你', '好', '，', '世', '界']],
	['「今日は、2024年の話です」と言いました。', [...'「今日は、2024年の話です」と言いました。']],
	['在 iPhone 上 2024 年', ['在', 'iPhone', '上', '2024', '年']],
	['오늘은 날씨가', ['오늘은', '날씨가']],
	['Hello, world!', ['Hello', 'world']],
])('spaces and signs are those of the text: %s', (text, words) => {
	const rows = words.map((word, at): Row => [word, at * 0.2, at * 0.2 + 0.2]);
	expect(subtitleCuesOf(wordsOf(text, ...rows)).map((cue) => cue.text)).toEqual([text]);
});

it('words that the text does not have stand in their place', () => {
	const rows = ['你好', '，', '世界', 'and', 'more'].map((word, at): Row => [word, at, at + 1]);
	expect(subtitleCuesOf(wordsOf('', ...rows)).map((cue) => cue.text)).toEqual([
		'你好，世界 and more',
	]);
});

it('two texts without spaces are joined without one, whatever stands between', () => {
	const parts = ['带来便利，', '也带来', '“新”的', 'AI。', '𠀀'].map((text, at) => ({
		...{ text, start: at * 10, seconds: 10, overlap: 0 },
	}));
	expect(mergeTranscripts(parts).text).toBe('带来便利，也带来“新”的 AI。𠀀');
});

it('characters of Chinese become cues that end with their sentences', () => {
	const text = '我们今天去看老车站，那里有很多人。'.repeat(14);
	const char = [...text].map((one, at) => ({ char: one, start: at * 0.25, end: at * 0.25 + 0.25 }));
	const cues = subtitleCuesOf({ text, timestamps: { char } });
	expect(cues.map((cue) => cue.text)).toEqual(
		Array.from({ length: 14 }, () => '我们今天去看老车站，那里有很多人。'),
	);
	expect(spokenSegmentsOf({ text, timestamps: { char } })).toHaveLength(14);
});

it('an abbreviation ends no cue, and a short sentence is shown with the next', () => {
	const rows = 'I saw Dr. Smith . Yes. No. Maybe it is so.'
		.replace(' .', '.')
		.split(' ')
		.map((word, at): Row => [word, at * 0.3, at * 0.3 + 0.3]);
	const text = rows.map(([word]) => word).join(' ');
	expect(subtitleCuesOf(wordsOf(text, ...rows)).map((cue) => cue.text)).toEqual([
		'I saw Dr. Smith.',
		'Yes. No. Maybe it is so.',
	]);
});

it('a short cue is shown long enough to read, but not into the next one', () => {
	const cues = [
		{ text: 'One.', start: 1, end: 1.1 },
		{ text: 'Two.', start: 1.5, end: 1.6 },
		{ text: 'Three.', start: 1.55, end: 1.8 },
	];
	const times = writeSubtitles(cues, 'srt').match(/--> \S+/g);
	expect(times).toEqual(['--> 00:00:01,500', '--> 00:00:01,550', '--> 00:00:02,383']);
});

it('a text of many words without spaces, or with none of the words, is read in time that grows as it does', () => {
	const read = (size: number) => {
		const text = '好'.repeat(size);
		const char = [...text].map((one, at) => ({ char: one, start: at * 0.2, end: at * 0.2 + 0.2 }));
		expect(
			subtitleCuesOf({ text, timestamps: { char } })
				.map((cue) => cue.text)
				.join(''),
		).toBe(text);
		const words = char.map(({ start, end }) => ({ word: '好x', start, end }));
		expect(subtitleCuesOf({ text, timestamps: { word: words } }).length).toBeGreaterThan(10);
	};
	expect(growsTooFast(7_500, read)).toBe(false);
});
