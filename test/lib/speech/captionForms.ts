/** Captions as programs and sites write them, and what a voice has to say of each: the phrase, and its speaker where one is named. */
export interface CaptionForm {
	name: string;
	text: string;
	phrases: Array<string | [speaker: string, phrase: string]>;
	leftOut?: Partial<Record<'repeats' | 'sounds' | 'readings' | 'remarks', number>>;
}

const clock = (ms: number, comma: string) =>
	new Date(ms).toISOString().slice(11, 23).replace('.', comma);
const srt = (...cues: Array<[from: number, to: number, text: string]>) =>
	cues
		.map(
			([from, to, text], at) => `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`,
		)
		.join('\n');
const vtt = (...cues: Array<[from: number, to: number, text: string, settings?: string]>) =>
	`WEBVTT\n\n${cues
		.map(
			([from, to, text, settings = '']) =>
				`${clock(from, '.')} --> ${clock(to, '.')}${settings}\n${text}\n`,
		)
		.join('\n')}`;
const SCROLLS = ' align:start position:0%';

/** One cue for each word, which is marked in it. */
function highlighted(tag: string, from: number): Array<[from: number, to: number, text: string]> {
	const words = ['now', 'we', 'sing', 'along'];
	const start = tag === 'font' ? 'font color="#ffff00"' : tag;
	return words.map((_word, at) => [
		from + at * 400,
		from + at * 400 + 400,
		words.map((word, one) => (one === at ? `<${start}>${word}</${tag}>` : word)).join(' '),
	]);
}

export const CAPTION_FORMS: CaptionForm[] = [
	{
		name: 'automatic captions of a video site, which scroll',
		text: vtt(
			[160, 2389, ' \nhello<00:00:00.640><c> and</c><00:00:00.880><c> welcome</c>', SCROLLS],
			[2389, 2399, 'hello and welcome\n ', SCROLLS],
			[
				2399,
				4789,
				'hello and welcome\nto<00:00:02.900><c> the</c><00:00:03.400><c> show</c>',
				SCROLLS,
			],
			[4789, 4799, 'to the show\n ', SCROLLS],
			[9000, 11_000, 'to the show\n[Music]', SCROLLS],
			[11_000, 11_010, '[Music]\n ', SCROLLS],
			[11_010, 13_000, '[Music]\nhello<00:00:11.500><c> again</c>', SCROLLS],
			[13_000, 13_010, 'hello again\n ', SCROLLS],
			[13_010, 15_000, 'hello again\nhello<00:00:13.500><c> again</c>', SCROLLS],
			[15_000, 15_010, 'hello again\n ', SCROLLS],
		),
		phrases: ['hello and welcome', 'to the show', 'hello again', 'hello again'],
		leftOut: { repeats: 9, sounds: 1 },
	},
	{
		name: 'the same, converted to SubRip',
		text: srt(
			[160, 2389, 'hello and welcome'],
			[2389, 2399, 'hello and welcome'],
			[2399, 4789, 'hello and welcome\nto the show'],
			[4789, 4799, 'to the show'],
		),
		phrases: ['hello and welcome', 'to the show'],
		leftOut: { repeats: 3 },
	},
	{
		name: 'captions of a broadcast, which roll up three lines',
		text: srt(
			[0, 1500, '>> GOOD EVENING.'],
			[1500, 3000, '>> GOOD EVENING.\nHERE IS THE NEWS.'],
			[3000, 5000, '>> GOOD EVENING.\nHERE IS THE NEWS.\nA TRAIN IS LATE'],
			[5000, 7000, 'HERE IS THE NEWS.\nA TRAIN IS LATE\nIN THE NORTH.'],
		),
		phrases: ['GOOD EVENING.', 'HERE IS THE NEWS.', 'A TRAIN IS LATE', 'IN THE NORTH.'],
		leftOut: { repeats: 3 },
	},
	{
		name: 'live captions, which grow word by word',
		text: vtt(
			[0, 400, 'Hello'],
			[400, 800, 'Hello and'],
			[800, 2000, 'Hello and welcome'],
			[2000, 2400, 'Hello and welcome\nto'],
			[2400, 2800, 'Hello and welcome\nto the'],
			[2800, 4000, 'Hello and welcome\nto the show'],
		),
		phrases: ['Hello and welcome', 'to the show'],
		leftOut: { repeats: 5 },
	},
	{
		name: 'layers of a style, converted to SubRip',
		text: srt(
			[0, 2000, '<font size="40">The train</font>'],
			[0, 2000, '{\\an8}The train'],
			[0, 2000, 'The train'],
			[3000, 4000, 'It leaves.'],
		),
		phrases: ['The train', 'It leaves.'],
		leftOut: { repeats: 2 },
	},
	{
		name: 'parts of a stream, each with the cue at their border',
		text: `${vtt([0, 2000, 'One.'], [5000, 7000, 'Two.'])}\n${vtt([5000, 7000, 'Two.'], [8000, 9000, 'Three.'])}`,
		phrases: ['One.', 'Two.', 'Three.'],
		leftOut: { repeats: 1 },
	},
	{
		name: 'captions for people who do not hear',
		text: srt(
			[0, 1000, '[door slams]'],
			[1000, 2000, 'ADA: No! [laughs]'],
			[2000, 3000, '- ADA (off screen): Yes.'],
			[3000, 4000, '(sighs)\n[Ada] I do not know.'],
			[4000, 5000, '(Ada) The year (1999) was good.'],
			[5000, 6000, '♪ ♪'],
		),
		phrases: [
			['Ada', 'No!'],
			['Ada', 'Yes.'],
			['Ada', 'I do not know.'],
			['Ada', 'The year (1999) was good.'],
		],
		leftOut: { sounds: 3 },
	},
	{
		name: 'names as people write them',
		text: srt(
			[0, 1000, 'Ada: Hello'],
			[1000, 2000, '- Ada: Yes'],
			[2000, 3000, 'ADA: No'],
			[3000, 4000, 'Ada\u00A0: Oui'],
			[4000, 5000, '[Ada]: Ja'],
			[5000, 6000, 'Ada： はい'],
			[6000, 7000, '>> Ada:\nSí'],
			[7000, 8000, '**Áda:** Ano'],
			[8000, 9000, '【Ada】好。'],
			[9000, 10_000, 'Come here, Ada: now.'],
		),
		phrases: [
			...['Hello', 'Yes', 'No', 'Oui', 'Ja', 'はい', 'Sí', 'Ano', '好。'].map(
				(phrase): [string, string] => ['Ada', phrase],
			),
			'Come here, Ada: now.',
		],
	},
	{
		name: 'a transcript of a meeting',
		text: vtt(
			[0, 1000, '<v Ada>Shall we begin?</v>'],
			[1000, 2000, '<v Bert Berg>Yes.</v>'],
			[2000, 3000, '<v ADA>Good.</v>'],
		),
		phrases: [
			['Ada', 'Shall we begin?'],
			['Bert Berg', 'Yes.'],
			['Ada', 'Good.'],
		],
	},
	{
		name: 'SubRip of a program that tells speakers apart',
		text: srt(
			[0, 1000, '[SPEAKER_00]: Hello.'],
			[1000, 2000, 'Speaker 00: Hello.'],
			[2000, 3000, '[SPEAKER_01]: Hi.'],
		),
		phrases: [
			['SPEAKER_00', 'Hello.'],
			['SPEAKER_00', 'Hello.'],
			['SPEAKER_01', 'Hi.'],
		],
	},
	{
		name: 'how characters are read',
		text: vtt(
			[0, 1000, '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>です。'],
			[1000, 2000, '<ruby>今日<rt>きょう</ruby>は。'],
		),
		phrases: ['漢字です。', '今日は。'],
		leftOut: { readings: 3 },
	},
	{
		name: 'the answer of a chat model',
		text: `Here is the translation:\n\n\`\`\`srt\n${srt([0, 1000, 'Bonjour.'], [1000, 2000, 'Merci.'])}\`\`\`\n\nLet me know if anything else is needed: I translate 24/7!`,
		phrases: ['Bonjour.', 'Merci.'],
		leftOut: { remarks: 2 },
	},
	{
		name: 'sentences with brackets in them, and sounds at their edges',
		text: srt(
			[0, 1000, 'They met [the mayor] twice.'],
			[1000, 2000, 'It costs [12] coins'],
			[2000, 3000, 'Then came\n[the mayor] and left'],
			[3000, 4000, '[soupire] Bon. [Rires]'],
			[4000, 5000, '【大阪】へ行く'],
			[5000, 6000, '[PARIS, 1920]'],
			[6000, 7000, 'and so I said [laughs]'],
			[7000, 8000, '(door\nslams)\nWait. >> Who is it?'],
			[8000, 9000, '{\\an7\\p1}m 0 0 l 100 0 100 50{\\p0}'],
			[9000, 10_000, '[laughs] [coughs] no'],
		),
		phrases: [
			'They met [the mayor] twice.',
			'It costs [12] coins',
			'Then came [the mayor] and left',
			'Bon.',
			'【大阪】へ行く',
			'and so I said',
			'Wait. Who is it?',
			'no',
		],
		leftOut: { sounds: 7 },
	},
	...['u', 'b', 'font', 'c'].map((tag) => ({
		name: `a sentence again for each word that is marked with ${tag}`,
		text: (tag === 'c' ? vtt : srt)(...highlighted(tag, 0), ...highlighted(tag, 1600)),
		phrases: ['now we sing along', 'now we sing along'],
		leftOut: { repeats: 6 },
	})),
	{
		name: 'sentences said again after a pause, or once with another word stressed',
		text: srt(
			[0, 400, '<u>go</u> on now'],
			[1000, 1400, 'go <u>on</u> now'],
			[2000, 2400, 'go on <u>now</u>'],
			[3000, 3400, '<u>well</u> done'],
			[3400, 3800, 'well <u>done</u>'],
		),
		phrases: ['go on now', 'go on now', 'go on now', 'well done', 'well done'],
	},
	{
		name: 'marked words with a cue without a mark between them, and words that are stressed',
		text: srt(
			[0, 400, 'we <u>go</u> home'],
			[400, 500, 'we go home'],
			[500, 900, 'we go <u>home</u>'],
			[2000, 3000, 'No, <i>no.</i>'],
			[3000, 4000, 'No, <i>no.</i>'],
		),
		phrases: ['we go home', 'No, no.', 'No, no.'],
		leftOut: { repeats: 2 },
	},
	{
		name: 'people who repeat themselves',
		text: srt(
			[0, 1000, 'No.'],
			[1000, 2000, 'No.'],
			[2000, 3000, 'No.\nStop it.'],
			[3000, 4000, 'Stop it.'],
			[4000, 5000, 'Stop it, please.'],
			[5000, 5000, 'Go.'],
			[5000, 6000, 'Come.'],
			[6000, 7000, 'Come on.'],
		),
		phrases: [
			'No.',
			'No.',
			'No. Stop it.',
			'Stop it.',
			'Stop it, please.',
			'Go.',
			'Come.',
			'Come on.',
		],
	},
];
