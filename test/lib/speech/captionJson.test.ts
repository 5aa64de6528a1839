import { parseSubtitles } from '../../../lib/speech/parseSubtitles';

const read = (json: unknown) =>
	parseSubtitles(JSON.stringify(json)).cues.map(({ start, end, text }) => [start, end, text]);

const segment = (start: number, end: number, text: string) => ({
	...{ id: 0, seek: 0, tokens: [50364], avg_logprob: -0.2, start, end, text },
});
const words = ['The', 'boat', 'sails.', 'We', 'wave.'].map((word, at) => ({
	...{ word, start: at, end: at + 0.5 },
}));

describe('JSON of captions and transcripts', () => {
	it.each<[string, unknown, unknown[]]>([
		[
			'json3 of a video site, with the window, the line breaks and the overlap of captions that scroll',
			{
				wireMagic: 'pb3',
				pens: [{}],
				events: [
					{ tStartMs: 0, dDurationMs: 90_000, id: 1, wpWinPosId: 1 },
					{
						...{ tStartMs: 1200, dDurationMs: 4800, wWinId: 1 },
						segs: [{ utf8: 'hello' }, { utf8: ' there', tOffsetMs: 400 }],
					},
					{ tStartMs: 3000, dDurationMs: 3000, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
					{ tStartMs: 3010, dDurationMs: 2000, segs: [{ utf8: 'second\nline' }] },
				],
			},
			[
				[1.2, 3.01, 'hello there'],
				[3.01, 5.01, 'second line'],
			],
		],
		[
			'Whisper with segments',
			{
				...{ text: ' Hi. Bye.', language: 'en' },
				segments: [segment(0, 2, ' Hi.'), segment(2, 2.5, ' '), segment(3, 4, ' Bye.')],
			},
			[
				[0, 2, 'Hi.'],
				[3, 4, 'Bye.'],
			],
		],
		[
			'a transcript with segments and words',
			{
				...{ task: 'transcribe', duration: 4.5, text: 'The boat sails.', words },
				segments: [segment(0, 4.5, 'The boat sails.')],
			},
			[[0, 4.5, 'The boat sails.']],
		],
		[
			'a transcript with words alone, by its sentences',
			{ task: 'transcribe', duration: 4.5, text: 'The boat sails. We wave.', words },
			[
				[0, 2.5, 'The boat sails.'],
				[3, 4.5, 'We wave.'],
			],
		],
		[
			'whisper.cpp',
			{
				result: { language: 'en' },
				transcription: [
					{
						timestamps: { from: '00:00:00,000', to: '00:00:02,500' },
						offsets: { from: 0, to: 2500 },
						text: ' Hi.',
					},
					{ timestamps: { from: '00:00:03,000', to: '00:00:04,000' }, text: ' Bye.' },
				],
			},
			[
				[0, 2.5, 'Hi.'],
				[3, 4, 'Bye.'],
			],
		],
		[
			'a list of lines with how long they are shown, which scroll',
			[
				{ text: 'Hi.', start: 0.5, duration: 4 },
				{ text: 'Bye.', start: 2.5, duration: 1.5 },
				{ text: 'Late.', start: 9, end: 10, duration: 5 },
			],
			[
				[0.5, 2.5, 'Hi.'],
				[2.5, 4, 'Bye.'],
				[9, 10, 'Late.'],
			],
		],
		[
			'the output of a transcription of this package',
			[{ text: 'Hi.', timestamps: { segment: [{ start: 1, end: 2, text: 'Hi.' }] }, cost: null }],
			[[1, 2, 'Hi.']],
		],
	])('is read as its cues: %s', (_name, json, cues) => {
		expect(read(json)).toEqual(cues);
	});

	it('takes the speakers of its segments', () => {
		const segments = [{ ...segment(0, 1, 'Hi.'), speaker: 'SPEAKER_01' }];
		const [cue] = parseSubtitles(JSON.stringify({ segments, word_segments: [] })).cues;
		expect(cue?.speaker).toBe('SPEAKER_01');
	});
});

it.each<[string, unknown]>([
	['this is that of Deepgram', { metadata: {}, results: { channels: [] } }],
	['this is that of Amazon Transcribe', { results: { transcripts: [], items: [] } }],
	['this is that of AssemblyAI', { audio_url: 'x', words: [{ text: 'a', start: 10, end: 20 }] }],
	['this is that of Vosk', { result: [{ word: 'a' }], text: 'a' }],
	[
		'this has the fields "text", "words"',
		{ text: 'a', words: [{ text: 'a', start: 10, end: 20 }] },
	],
	['it is empty', {}],
])('other JSON is refused by its name: %s', (what, json) => {
	expect(() => read(json)).toThrow(
		`Subtitles as JSON must be a list of cues, json3 or the JSON of Whisper, but ${what}`,
	);
});

it('a list that does not say in which unit a line is shown is refused', () => {
	const line = { text: 'Hi.', offset: 500, duration: 1500 };
	expect(() => read([line, line])).toThrow('Cue 1 must have start and end in seconds, and a text');
});

it('a transcript whose segments have no times is refused with its cue', () => {
	expect(() => read({ segments: [{ text: 'Hi.' }] })).toThrow(
		'Cue 1 must have start and end in seconds, and a text',
	);
});
