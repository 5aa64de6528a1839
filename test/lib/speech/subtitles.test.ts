import type { ServiceFailure } from '../../../lib/core/failure';
import { parseSubtitles } from '../../../lib/speech/parseSubtitles';
import { WILD_SRT, WILD_VTT, type Wild } from './wildSubtitles';

const read = (text: string) =>
	parseSubtitles(text).cues.map(({ start, text: said }) => [start, said]);

describe.each([
	['SubRip', WILD_SRT],
	['WebVTT', WILD_VTT],
] as Array<[string, Wild[]]>)('%s', (_format, kinds) => {
	it.each(kinds.map((wild) => [wild.name, wild] as const))(
		'is read as players read it: %s',
		(_name, { text, cues }) => {
			expect(read(text)).toEqual(cues);
		},
	);
});

const ONE = '1\n00:00:01,000 --> 00:00:03,000\nHello one\n\n';
const TWO = '2\n00:00:04,000 --> 00:00:06,000\nHello two\n';
const WEB = 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello one\n\n';
const WEB_TWO = '00:04.000 --> 00:06.000\nHello two\n';
const CLOCK = 'X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n';

it.each([
	['a tag in the arrow', `${ONE}${TWO.replace('-->', '--<i>>')}`],
	['a tag in a time', `${ONE}${TWO.replace('06,000', '06,0</v>00')}`],
	['a tag before coordinates', `${ONE}${TWO.replace('06,000', '06,000</v>  X1:40 X2:600')}`],
	['numbers with a full stop', `${ONE}${TWO}`.replaceAll(/^(\d)$/gm, '$1.')],
	['a number with a tag', `${ONE}</v>${TWO}`],
	['a number between a cue and an empty line', `${ONE.trim()}\n2\n\n${TWO.slice(2)}`],
	['files that were joined', `${ONE}${TWO}1\n\n${ONE.slice(2)}`],
	[
		'settings on a line of their own',
		`${WEB.replace('\nHello', '\n\nsize:72% align:left\nHello')}${WEB_TWO}`,
	],
	[
		'a setting in the middle of signs',
		`${WEB}${WEB_TWO.replace('\n', ' al>ign:start position:0%\n')}`,
	],
	['the clock of a stream, twice', `${WEB}WEBVTT\n${CLOCK}${CLOCK}\n${WEB_TWO}`],
	[
		'the clock of a stream without its header',
		`${CLOCK}\n${WEB.slice(8)}WEBVTT\n${CLOCK}\n${WEB_TWO}`,
	],
	['a number without times at the end', `${WEB}${WEB_TWO}\n00`],
])('neither times nor numbers of cues are spoken: %s', (_name, text) => {
	const said = parseSubtitles(text).cues.map(({ text: words }) => words);
	expect(said.sort()).toEqual(['Hello one', 'Hello two'].sort());
});

it.each([
	['an end that goes on below', `${ONE}${TWO.replace('06,000', '06,\n000')}`, 6],
	['an end that goes on behind an empty line', `${WEB}${WEB_TWO.replace('06.', '0\n \n6.')}`, 6],
	['an end that goes on behind a word', `${ONE}${TWO.replace('06,000', '06STYLE\n,000')}`, 6],
	['a start in two lines', `${ONE}${TWO.replace('2\n00:', '2\n00:\r\n')}`, 6],
	['a start behind a word', `${ONE}${TWO.replace('2\n0', '2\n0NOTE\n')}`, 6],
	['a start that is cut off', `${ONE}2\n00:0`, 6],
	['a start of WebVTT that is cut off', `${WEB}00:`, 6],
])('subtitles whose times are broken in two are refused: %s', (_name, text, line) => {
	expect(() => parseSubtitles(text)).toThrow(`at line ${line}`);
});

it('times that are said stay words', () => {
	const said = 'At 12:30, or 5:45. Score 3:2';
	expect(read(`${ONE.replace('Hello one', said)}${TWO}`)).toEqual([
		[1, said],
		[4, 'Hello two'],
	]);
});

it('lines that a recognizer prints, with the times in brackets, are read with all their words', () => {
	const printed = [
		'[00:00:01.000 --> 00:00:02.500]  Hello there.',
		'[00:02.500 --> 00:04.000] align:left is what she said.',
		'[00:00:05.000 --> 00:00:06.000]   Note: 12 and [more] of it.',
		'',
	];
	expect(read(printed.join('\n'))).toEqual([
		[1, 'Hello there.'],
		[2.5, 'align:left is what she said.'],
		[5, 'Note: 12 and [more] of it.'],
	]);
});

it.each([
	['MPL2', '[10][20]Hello|there\n[30][40]Bye\n'],
	['LRC', '[ti:Song]\n[00:01.00]Hello\n'],
	['LRC', '[00:01.00]Hello\n[00:03.00]Bye\n'],
	['TSV', 'start\tend\ttext\n500\t1500\tHello\n'],
])('subtitles that are not read are refused as what they are: %s', (name, text) => {
	try {
		parseSubtitles(text);
	} catch (error) {
		return expect((error as ServiceFailure).facts.cure).toMatch(`This is ${name}.`);
	}
	throw new Error('They were read');
});
