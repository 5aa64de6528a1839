import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { CAPTION_FORMS } from '../../lib/speech/captionForms';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();

const dub = async (subtitles: string, options: IDataObject = {}) =>
	await world.run({
		node,
		parameters: {
			...{ resource: 'speech', operation: 'generateFromSubtitles', subtitles },
			options: options as INodeParameters,
		},
	});
const bodies = () => world.service.requests('/audio/speech').map(({ body }) => body as IDataObject);

it.each(CAPTION_FORMS.map((form) => [form.name, form] as const))(
	'pays for each phrase once, in the voice of who says it: %s',
	async (_name, { text, phrases, leftOut }) => {
		const names = phrases.flatMap((phrase) => (Array.isArray(phrase) ? [phrase[0]] : []));
		const [named] = names;
		const row = [...new Set(names)].map((name) => ({
			speaker: name.toLowerCase(),
			voice: name === named ? 'alba' : 'bruno',
		}));
		const { item, error } = await dub(text, { speakerVoices: { row } });
		expect(error).toBeUndefined();
		expect(bodies().map(({ input, voice }) => [input, voice])).toEqual(
			phrases.map((phrase) => {
				const [speaker, words] = Array.isArray(phrase) ? phrase : [undefined, phrase];
				const voice = speaker === named ? 'alba' : 'bruno';
				return [words, speaker === undefined ? undefined : voice];
			}),
		);
		expect(world.service.ledger).toHaveLength(phrases.length);
		expect(item.json?.cues).toBe(phrases.length);
		expect(item.json?.leftOut).toEqual(
			leftOut &&
				expect.objectContaining({ repeats: 0, sounds: 0, readings: 0, remarks: 0, ...leftOut }),
		);
	},
);

it('refuses a cue of two voices before it is paid', async () => {
	const text = '1\n00:00:01,000 --> 00:00:02,000\nAda: Hi there\nBob: Hey you\n';
	const { error } = await dub(text, {
		speakerVoices: { row: [{ speaker: 'Ada', voice: 'alba' }] },
	});
	expect(error?.message).toBe('The cue at line 2 has several speakers: Ada, Bob');
	expect(bodies()).toEqual([]);
});

it('speaks sounds in brackets where they are part of the words', async () => {
	await dub('1\n00:00:01,000 --> 00:00:02,000\nPress [Enter]\n', { sounds: 'speak' });
	expect(bodies()).toMatchObject([{ input: 'Press [Enter]' }]);
});

it('says that names are spoken where Voices is empty, and that none is where it names one', async () => {
	const text = ['Eva Lind: Hello.', 'Eva Lind: Ready?', 'Jo: Yes.']
		.map((said, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${said}\n\n`)
		.join('');
	const { item: dry } = await dub(text, { cost: { dryRun: true } });
	const { item } = await dub(text);
	for (const { json } of [dry, item])
		expect(json.hint).toContain('"Eva Lind:" begins 2 cues and is spoken');
	const voices = { row: [{ speaker: 'Eva Lind', voice: 'alba' }] };
	const { item: named } = await dub(text, { speakerVoices: voices });
	expect(String(named.json.hint)).not.toContain('is spoken');
	expect(bodies().slice(3)).toMatchObject([
		{ input: 'Hello.', voice: 'alba' },
		{ input: 'Ready?', voice: 'alba' },
		{ input: 'Yes.' },
	]);
});
