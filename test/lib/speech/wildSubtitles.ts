/** Subtitles as people have them: how a file is written, and what is said when. */
export interface Wild {
	name: string;
	text: string;
	/** Start in seconds, and the words. */
	cues: Array<[start: number, words: string]>;
}

const ONE: [number, string] = [1, 'Hello one'];
const TWO: [number, string] = [4, 'Hello two'];
const BOTH = [ONE, TWO];
const T1 = '00:00:01,000 --> 00:00:03,000';
const T2 = '00:00:04,000 --> 00:00:06,000';
const V1 = '00:01.000 --> 00:03.000';
const V2 = '00:04.000 --> 00:06.000';
const PLAIN = `1\n${T1}\nHello one\n\n2\n${T2}\nHello two\n`;
const WEB = `WEBVTT\n\n${V1}\nHello one\n\n${V2}\nHello two\n`;

const wild = (name: string, text: string, cues: Wild['cues'] = BOTH): Wild => ({
	...{ name, text, cues },
});

export const WILD_SRT: Wild[] = [
	wild('as it is meant', PLAIN),
	wild('without blank lines', PLAIN.replaceAll('\n\n', '\n')),
	wild('without numbers', `${T1}\nHello one\n\n${T2}\nHello two\n`),
	wild('without numbers and blank lines', `${T1}\nHello one\n${T2}\nHello two\n`),
	wild('lines ended as in Windows', PLAIN.replaceAll('\n', '\r\n')),
	wild('lines ended twice as in Windows', PLAIN.replaceAll('\n', '\r\r\n')),
	wild('lines ended as in old Mac OS', PLAIN.replaceAll('\n', '\r')),
	wild('byte order mark', `\uFEFF${PLAIN}`),
	wild(
		'byte order mark in each part that was joined',
		`\uFEFF${PLAIN.replace('\n\n', '\n\n\uFEFF')}`,
	),
	wild('blank lines after the times', PLAIN.replaceAll('000\nH', '000\n\nH')),
	wild('blank line after the number', PLAIN.replaceAll(/^(\d)\n/gm, '$1\n\n')),
	wild('blank line in the words', PLAIN.replace('Hello one', 'Hello\n\none')),
	wild('three blank lines, and some with spaces', PLAIN.replace('\n\n', '\n \n\t\n\n')),
	wild('no end of the last line', PLAIN.trimEnd()),
	wild('cut after a number', `${PLAIN}\n3\n`),
	wild('cut after a number, without blank lines', `${PLAIN.replaceAll('\n\n', '\n')}3\n`),
	wild(
		'empty cues',
		`${PLAIN}\n3\n00:00:07,000 --> 00:00:08,000\n\n4\n00:00:09,000 --> 00:00:10,000\n`,
	),
	wild('end at the start', PLAIN.replaceAll('00:00:03,000', '00:00:01,000')),
	wild('end before the start', PLAIN.replaceAll('00:00:03,000', '00:00:00,500')),
	wild('coordinates', PLAIN.replaceAll(/(-> \S+)/g, '$1  X1:40 X2:600 Y1:20 Y2:50')),
	wild('full stops in the times', PLAIN.replaceAll(',', '.')),
	wild('colons before milliseconds', PLAIN.replaceAll(',', ':')),
	wild('no milliseconds', PLAIN.replaceAll(',000', '')),
	wild('one digit', PLAIN.replaceAll('00:00:0', '0:00:')),
	wild('no spaces around the arrow', PLAIN.replaceAll(' --> ', '-->')),
	wild('short arrows', PLAIN.replaceAll('-->', '->')),
	wild('spaces of a translator', PLAIN.replaceAll('00:00:', '00: 00: ').replaceAll('-->', '- ->')),
	wild('wide characters of a translator', PLAIN.replaceAll(':', '：').replaceAll(',', '，')),
	wild('a dash of a word processor', PLAIN.replaceAll('-->', '–>')),
	wild('spaces before lines', PLAIN.replaceAll('\n', '\n  ')),
	wild('marks of the direction of writing', PLAIN.replaceAll(/^(.+)$/gm, '\u202B$1\u202C')),
	wild('characters without a sign', PLAIN.replaceAll('Hello', '\0He\u00ADl\u200Blo\u0007')),
	wild('numbers that start again', PLAIN.replace('\n2\n', '\n1\n')),
	wild('words behind the times', PLAIN.replaceAll('000\nH', '000 H')),
	wild('tags', PLAIN.replace('Hello one', '<font color="#fff"><i>Hello</i> one</font>')),
	wild('a tag for the end of a line', PLAIN.replace('Hello one', 'Hello<br/>one<BR>')),
	wild('styles', PLAIN.replace('Hello one', '{\\an8}Hello{\\i0}\\None{y:i}')),
	wild('a tag that is cut off', PLAIN.replace('Hello two', 'Hello two</i')),
	wild('character references', PLAIN.replace('one', '&amp; &#39;one&rsquo;'), [
		...([[1, "Hello & 'one’"], TWO] as Wild['cues']),
	]),
	wild('signs that are no markup', PLAIN.replace('one', '1 < 2 <Nobody> AT&T R&D; I <3 U'), [
		...([[1, 'Hello 1 < 2 <Nobody> AT&T R&D; I <3 U'], TWO] as Wild['cues']),
	]),
	wild('numbers that are said', PLAIN.replace('Hello one', '42\n7').replace('Hello two', '1999'), [
		...([
			[1, '42 7'],
			[4, '1999'],
		] as Wild['cues']),
	]),
	wild('times that are said', PLAIN.replace('one', 'at 12:30, no --> at 1:23.456'), [
		...([[1, 'Hello at 12:30, no --> at 1:23.456'], TWO] as Wild['cues']),
	]),
	wild('names of blocks that are said', PLAIN.replace('Hello one', 'NOTE this\n\nSTYLE counts'), [
		...([[1, 'NOTE this STYLE counts'], TWO] as Wild['cues']),
	]),
	wild('a title before the first cue', `A film\n\n${PLAIN}`),
];

export const WILD_VTT: Wild[] = [
	wild('as it is meant', WEB),
	wild('no blank line after the header', WEB.replace('\n\n', '\n')),
	wild('no blank line after the header, with a name', WEB.replace('\n\n', '\n1\n')),
	wild('no blank lines', WEB.replaceAll('\n\n', '\n')),
	wild('numbers and no blank lines', `WEBVTT\n\n1\n${V1}\nHello one\n2\n${V2}\nHello two\n`),
	wild('names', `WEBVTT\n\nintro\n${V1}\nHello one\n\n00:04 the second\n${V2}\nHello two\n`),
	wild('a title and facts', WEB.replace('\n', ' - a film\nKind: captions\nLanguage: en\n')),
	wild(
		'header of a stream, again in each part',
		`${WEB.replace('\n', '\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n').replace(`\n\n${V2}`, `\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n${V2}`)}`,
	),
	wild(
		'notes, styles and regions',
		WEB.replace(
			'\n\n',
			'\n\nNOTE a note\nof two lines\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE\n\n',
		),
	),
	wild('names of blocks that are said', WEB.replace('Hello one', 'NOTE this\nSTYLE counts'), [
		...([[1, 'NOTE this STYLE counts'], TWO] as Wild['cues']),
	]),
	wild('a note right before times', WEB.replace('\n\n', '\n\nNOTE\n')),
	wild(
		'captions of a video site',
		'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nhello<00:00:00.640><c> and</c><00:00:00.880><c> welcome</c>\n\n00:00:02.389 --> 00:00:02.399 align:start position:0%\nhello and welcome\n \n\n',
		[[0.16, 'hello and welcome']],
	),
	wild(
		'character references',
		WEB.replace(
			'Hello one',
			'It&#39;s Rock &amp; Roll&#33; Don&apos;t caf&eacute; &#x1F600; &ampamp &NotEqualTilde;',
		),
		[...([[1, "It's Rock & Roll! Don't café 😀 &amp ≂̸"], TWO] as Wild['cues'])],
	),
	wild('references to no character', WEB.replace('one', '&#0;&#xD800;o&#146;&#150;ne &bogus; &'), [
		...([[1, 'Hello o’–ne &bogus; &'], TWO] as Wild['cues']),
	]),
	wild(
		'class, language and ruby tags',
		WEB.replace('Hello one', '<c.yellow.bg>Hello</c> <lang en-GB>one</lang><ruby><rt></rt></ruby>'),
	),
	wild(
		'settings',
		WEB.replaceAll(/(-> \S+)/g, '$1 line:63%,end position:10% size:72% align:middle region:fred'),
	),
	wild('times with hours', WEB.replaceAll('00:0', '00:00:0')),
	wild('commas in the times', WEB.replaceAll('.000', ',000')),
	wild('blank line after the times', WEB.replaceAll('000\nH', '000\n\nH')),
	wild('blank line in the words', WEB.replace('Hello one', 'Hello\n\none')),
	wild('lines ended as in Windows', WEB.replaceAll('\n', '\r\n')),
	wild('lines ended twice as in Windows', WEB.replaceAll('\n', '\r\r\n')),
	wild('lines ended as in old Mac OS', WEB.replaceAll('\n', '\r')),
	wild('end at the start', WEB.replaceAll('00:03.000', '00:01.000')),
	wild('byte order mark and tab', `\uFEFF${WEB.replace('\n', '\ta title\n')}`),
	wild('a number that is said last', WEB.replace('Hello one', 'How many?\n42'), [
		...([[1, 'How many? 42'], TWO] as Wild['cues']),
	]),
];
