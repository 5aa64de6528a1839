import type { INodeProperties } from 'n8n-workflow';

/** Encodings of subtitles from before UTF-8, by the names that TextDecoder knows. */
const SUBTITLE_ENCODINGS: Array<[value: string, name: string]> = [
	['big5', 'Big5 (Traditional Chinese)'],
	['euc-jp', 'EUC-JP (Japanese)'],
	['euc-kr', 'EUC-KR (Korean)'],
	['gb18030', 'GB18030 and GBK (Simplified Chinese)'],
	['iso-8859-2', 'ISO-8859-2 (Central European)'],
	['koi8-r', 'KOI8-R (Russian)'],
	['shift_jis', 'Shift_JIS (Japanese)'],
	['utf-16be', 'UTF-16 Big-Endian'],
	['utf-16le', 'UTF-16 Little-Endian'],
	['', 'UTF-8'],
	['windows-1250', 'Windows-1250 (Central European)'],
	['windows-1251', 'Windows-1251 (Cyrillic)'],
	['windows-1252', 'Windows-1252 (Western European)'],
	['windows-1253', 'Windows-1253 (Greek)'],
	['windows-1254', 'Windows-1254 (Turkish)'],
	['windows-1255', 'Windows-1255 (Hebrew)'],
	['windows-1256', 'Windows-1256 (Arabic)'],
	['windows-1257', 'Windows-1257 (Baltic)'],
	['windows-1258', 'Windows-1258 (Vietnamese)'],
	['windows-874', 'Windows-874 (Thai)'],
];

export function encodingField(): INodeProperties {
	return {
		displayName: 'Encoding',
		name: 'encoding',
		type: 'options',
		default: '',
		description:
			'Encoding of a file that is not UTF-8. A byte order mark takes precedence. An expression can use any other name from the WHATWG Encoding Standard.',
		displayOptions: { show: { '/subtitlesSource': ['binary'] } },
		options: SUBTITLE_ENCODINGS.map(([value, name]) => ({ name, value })),
	};
}
