import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { files, itemWith, typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();

const transcribe = async (body: object, fileName: string | null = 'talk.wav') => {
	world.service.fault({ path: '/audio/transcriptions', status: 200, body });
	return await world.run({
		node: new InferenceAudio(),
		parameters: {
			...{ resource: 'recording', operation: 'transcribe', outputAs: 'srt' },
			...{ model: typed('asr-words'), inputBinaryField: 'data' },
		},
		items: itemWith({ data: { ...files.voice, fileName } as typeof files.voice }),
	});
};

it('keeps a word without times between its neighbors, and marks it', async () => {
	const word = [
		{ word: 'with', start: 1, end: 1.2 },
		{ word: '2266' },
		{ word: 'okay,', start: 1.6, end: 3.1 },
		{ word: 'bye', start: null, end: 'soon' },
	];
	const { item } = await transcribe({ text: 'with 2266 okay, bye', timestamps: { word } });
	expect(item.json).toMatchObject({
		unreadTimes: 2,
		subtitles: '1\n00:00:01,000 --> 00:00:03,600\nwith 2266 okay, bye\n',
	});
	expect(item.binary?.data).toMatchObject({ fileName: 'talk.srt' });
});

it('reads times that are written as text', async () => {
	const word = [
		{ word: 'Good', start: '1.5', end: '2' },
		{ word: 'day.', start: '00:00:02', end: '00:00:03,250' },
	];
	const { item } = await transcribe({ text: 'Good day.', timestamps: { word } });
	expect(item.json.subtitles).toBe('1\n00:00:01,500 --> 00:00:03,250\nGood day.\n');
	expect(item.json).not.toHaveProperty('unreadTimes');
});

it('says that there are no times where none can be read', async () => {
	const word = [{ word: 'Good' }, { word: 'day.', start: 'now' }];
	const { item } = await transcribe({ text: 'Good day.', timestamps: { word } });
	expect(item.json).toMatchObject({ subtitles: null, unreadTimes: 2 });
});

it.each([
	['word', { start: 300, end: 900 }, {}],
	['segment', { start: 100, end: 1700 }, { duration: 1700 }],
	['segment', { start: 16_000, end: 28_000 }, {}],
])(
	'makes no subtitles from the times of a %s %p that are no seconds',
	async (kind, times, facts) => {
		const spans = [{ text: 'Good day.', ...times }];
		const { item, error } = await transcribe({
			...{ text: 'Good day.', ...facts },
			timestamps: { [kind]: spans },
		});
		expect(error).toBeUndefined();
		expect(item.json).toMatchObject({
			...{ text: 'Good day.', subtitles: null, unreadTimes: 1 },
			noSubtitlesBecause: expect.stringMatching('no timestamps that can be read') as string,
			unreadTimestamps: { [kind]: spans },
		});
	},
);

it('keeps the time of a short sound that the model rounds up', async () => {
	const segment = [{ text: 'Hi.', start: 0, end: 30 }];
	const { item } = await transcribe({ text: 'Hi.', timestamps: { segment } });
	expect(item.json.subtitles).toContain('00:00:00,000 -->');
});

it('names the subtitles of a recording without a name', async () => {
	const word = [{ word: 'Day.', start: 0, end: 1 }];
	const { item, error } = await transcribe({ text: 'Day.', timestamps: { word } }, null);
	expect(error).toBeUndefined();
	expect(item.binary?.data).toMatchObject({ fileName: 'file.srt' });
});

it.each<[string, object]>([
	['beside the text', { segments: [{ text: 'Good day.', start: 1, end: 2 }] }],
	['as a list of their own', { timestamps: [{ text: 'Good day.', start: 1, end: 2 }] }],
	['in the plural', { timestamps: { segments: [{ text: 'Good day.', start: 1, end: 2 }] } }],
	['beside a segment', { timestamps: { segment: [{ segment: 'Good day.', start: 1, end: 2 }] } }],
	['as pairs', { timestamps: { segment: [{ text: 'Good day.', timestamp: [1, 2] }] } }],
	[
		'under longer names',
		{ timestamps: { segment: [{ text: 'Good day.', start_time: 1, end_time: 2 }] } },
	],
	['beside the text, by the word', { words: [{ word: 'Good day.', start: 1, end: 2 }] }],
])('reads times that stand %s', async (_where, times) => {
	const { item } = await transcribe({ text: 'Good day.', ...times });
	expect(item.json.subtitles).toBe('1\n00:00:01,000 --> 00:00:02,000\nGood day.\n');
	expect(item.json).not.toHaveProperty('unreadTimes');
});

it('says what a served answer says went wrong', async () => {
	const { error } = await transcribe({ detail: 'The sound is too short' });
	expect(error?.message).toContain('The sound is too short');
});
