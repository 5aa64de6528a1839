import type { ServiceFailure } from '../../../lib/core/failure';
import { lateStart, parseSubtitles } from '../../../lib/speech/parseSubtitles';
import { CAPTION_FORMS } from './captionForms';

it.each(CAPTION_FORMS.map((form) => [form.name, form] as const))(
	'says each phrase once, by who says it: %s',
	(_name, { text, phrases, leftOut }) => {
		const names = ['Ada', 'SPEAKER_00'];
		const read = parseSubtitles(text, { names });
		expect(read.cues.map(({ text: said, speaker }) => (speaker ? [speaker, said] : said))).toEqual(
			phrases,
		);
		expect(read.leftOut).toMatchObject({
			repeats: 0,
			sounds: 0,
			readings: 0,
			remarks: 0,
			...leftOut,
		});
	},
);

it.each([
	['two names that are known', 'Ada: Hi there\nBob: Hey you', 'Ada, Bob'],
	['two names on a line', 'Ada: Hi there. Bob: Hey you', 'Ada, Bob'],
	['a name that is not known', 'Ada: Hi there\nCleo: Hey you', 'Ada, Cleo'],
	['a turn without a name', '- Ada: Hi there\n- Hey you', 'Ada, one without a name'],
	['words before a name', 'Hi there\nAda: Hey you', 'one without a name, Ada'],
	['a name within a voice', '<v Bob>Hi there\nAda: Hey you', 'Bob, Ada'],
])('refuses a cue of two speakers: %s', (_name, said, list) => {
	const text = `1\n00:00:01,000 --> 00:00:02,000\n${said}\n`;
	expect(() => parseSubtitles(text, { names: ['Ada', 'Bob'] })).toThrow(
		`The cue at line 2 has several speakers: ${list}`,
	);
});

it.each([
	['a sentence below the name', 'Ada: Hello.\nHow are you?', 'Hello. How are you?'],
	['the same name twice', '- Ada: Hello.\n- Ada: Hi.', 'Hello. Hi.'],
	['a time below the name', 'Ada: We meet\nat 12:30', 'We meet at 12:30'],
	['a sound above the name', '(laughs)\nAda: Hello.', 'Hello.'],
])('takes no second speaker from %s', (_name, said, words) => {
	const text = `1\n00:00:01,000 --> 00:00:02,000\n${said}\n`;
	const { cues } = parseSubtitles(text, { names: ['Ada', 'Bob'] });
	expect(cues).toMatchObject([{ speaker: 'Ada', text: words }]);
});

describe('names before a colon, in most cues and again', () => {
	const text = ['Eva Lind: Hello.', 'Eva Lind: Ready?', 'Jo: Yes.', 'The score: two to one.']
		.map((said, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${said}\n\n`)
		.join('');

	it('are spoken where no speaker is known, and counted', () => {
		const { cues, spokenNames } = parseSubtitles(text);
		expect(cues[0]).toMatchObject({ text: 'Eva Lind: Hello.' });
		expect([...spokenNames]).toEqual([
			['Eva Lind', 2],
			['Jo', 1],
		]);
	});

	it('are speakers where one of them is known', () => {
		const { cues, spokenNames } = parseSubtitles(text, { names: ['eva lind'] });
		expect(cues).toMatchObject([
			{ speaker: 'eva lind', text: 'Hello.' },
			{ speaker: 'eva lind', text: 'Ready?' },
			{ speaker: 'Jo', text: 'Yes.' },
			{ text: 'The score: two to one.' },
		]);
		expect(spokenNames.size).toBe(0);
	});

	it.each([
		['one name alone', ['Note: One.', 'Note: Two.', 'Note: Three.']],
		['names that come once each', ['Ada: One.', 'Bo: Two.', 'Cy: Three.']],
		['few of the cues', ['Ada: One.', 'Ada: Two.', 'Bo: Three.', 'So.', 'And?', 'Yes.', 'No.']],
	])('are words where they are %s', (_what, lines) => {
		const file = lines.map((said, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${said}\n\n`);
		expect(parseSubtitles(file.join('')).spokenNames.size).toBe(0);
	});

	it('are listed where the user did not name them', () => {
		const note =
			'00:00:05,000 --> 00:00:06,000\nNote: bring it\n\n00:00:07,000 --> 00:00:08,000\n[Bo]: Yes.\n';
		const { cues, leftOut } = parseSubtitles(`${text}${note}`, { names: ['Eva Lind'] });
		expect(cues.map((cue) => cue.text)).toContain('bring it');
		expect(leftOut).toMatchObject({ names: 3, texts: ['Jo:', 'Note:', 'Bo:'] });
		expect(parseSubtitles(text, { names: ['eva lind', 'Jo'] }).leftOut.names).toBe(0);
	});
});

it('a timeline that begins at an hour is named, and is the reason where it is refused', () => {
	const at = (hours: string) => `${hours}:00:01,000 --> ${hours}:00:02,000\nGood evening.\n`;
	const { cues } = parseSubtitles(at('01'));
	expect(lateStart(cues)).toContain('The first cue starts at 01:00:01, after as much silence');
	expect(lateStart(parseSubtitles(at('00')).cues)).toBeUndefined();
	let failure: unknown;
	try {
		parseSubtitles(at('10'));
	} catch (error) {
		failure = error;
	}
	expect((failure as ServiceFailure).facts.cure).toContain('The first cue starts at 10:00:01');
});

it('lists what it leaves out, each text once', () => {
	const cue = (at: number, said: string) =>
		`00:00:0${at},000 --> 00:00:0${at + 1},000\n${said}\n\n`;
	const cues = [cue(1, '[rain]'), cue(2, 'It is wet. [rain]'), cue(3, '(a dog\nbarks)')];
	const { leftOut } = parseSubtitles(`Here it is:\n\`\`\`\n${cues.join('')}\`\`\`\n`);
	expect(leftOut).toMatchObject({
		...{ sounds: 3, remarks: 1 },
		texts: ['Here it is:', '[rain]', '(a dog barks)'],
	});
});

it('speaks sounds where the user wants them', () => {
	const text = '1\n00:00:01,000 --> 00:00:02,000\n[whispers] Hello\n(laughs)\n';
	expect(parseSubtitles(text, { keepsSounds: true }).cues).toMatchObject([
		{ text: '[whispers] Hello (laughs)' },
	]);
	expect(parseSubtitles(text).cues).toMatchObject([{ text: 'Hello' }]);
});
