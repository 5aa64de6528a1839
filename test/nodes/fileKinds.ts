import { silentAac } from '../service/media/aac';
import { silentMp3 } from '../service/media/mp3';
import { toMp4 } from '../service/media/mp4';
import { silentOpus } from '../service/media/opus';
import { picture } from '../service/media/picture';
import { spoken } from '../service/media/speech';
import { plainStudio } from '../service/media/studio';

/** A file whose bytes say what it is. */
export interface KindOfFile {
	name: string;
	bytes: Buffer;
	mimeType: string;
	extension: string;
}

const size = { width: 300, height: 300 };
const manner = { speed: 1, sampleRate: 24_000 };
const filled = (start: string, bytes = 200) =>
	Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(bytes, '\x81\x02', 'latin1')]);
const brand = (name: string) => filled(`\0\0\0\x18ftyp${name}\0\0\0\0isom`);
const ebml = (type: string) =>
	filled(`\x1aE\xdf\xa3\xa3B\x86\x81\x01B\xf7\x81\x01B\x82\x88${type}`);
const page = (packet: string) => filled(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e${packet}`);
const zip = (entry: string) => filled(`PK\x03\x04\x14\0\0\0\x08\0${'\0'.repeat(20)}${entry}`);
/** An ID3v2.4 tag of so many bytes. */
const tag = (bytes: number) =>
	Buffer.concat([
		Buffer.from('ID3\x04\0\0'),
		Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 127)),
		Buffer.alloc(bytes),
	]);
const office = (name: string) => `application/vnd.openxmlformats-officedocument.${name}`;
const mp3 = silentMp3(1);
const aac = silentAac(1);
const flac = spoken('A sample', 'flac', manner);
const jpeg = picture('jpeg', size, 'x');

const rows: Array<[name: string, bytes: Buffer, mimeType: string, extension: string]> = [
	['WAV', spoken('A sample', 'wav', manner), 'audio/wav', 'wav'],
	['WAV of 64 bits', filled('RF64\xff\xff\xff\xffWAVEds64'), 'audio/wav', 'wav'],
	['MP3', mp3, 'audio/mpeg', 'mp3'],
	['MP3 with a large picture', Buffer.concat([tag(90_000), mp3]), 'audio/mpeg', 'mp3'],
	['MP3 after zeros', Buffer.concat([Buffer.alloc(4096), mp3]), 'audio/mpeg', 'mp3'],
	['AAC', aac, 'audio/aac', 'aac'],
	['AAC with a tag', Buffer.concat([tag(10), aac]), 'audio/aac', 'aac'],
	['FLAC', flac, 'audio/flac', 'flac'],
	['FLAC with a tag', Buffer.concat([tag(10), flac]), 'audio/flac', 'flac'],
	['Ogg Opus', silentOpus(1), 'audio/ogg', 'ogg'],
	['Ogg Vorbis', page('\x01vorbis'), 'audio/ogg', 'ogg'],
	['Ogg Speex', page('Speex   '), 'audio/ogg', 'ogg'],
	['Ogg Theora', page('\x80theora'), 'video/ogg', 'ogv'],
	['MP4', toMp4(plainStudio.still({ width: 32, height: 18 }, 'x'), 1), 'video/mp4', 'mp4'],
	['MP4 in fragments', brand('iso5'), 'video/mp4', 'mp4'],
	['M4A', brand('M4A '), 'audio/mp4', 'm4a'],
	['QuickTime', brand('qt  '), 'video/quicktime', 'mov'],
	['QuickTime of before 2001', filled('\0\0\0\x08wide\0\0\x01\0mdat'), 'video/quicktime', 'mov'],
	['3GP', brand('3gp4'), 'video/3gpp', '3gp'],
	['WebM', ebml('webm'), 'video/webm', 'webm'],
	['Matroska', ebml('matroska'), 'video/x-matroska', 'mkv'],
	['AVI', filled('RIFF\xff\xff\0\0AVI LIST'), 'video/x-msvideo', 'avi'],
	['ASF', filled('\x30\x26\xb2\x75\x8e\x66\xcf\x11'), 'video/x-ms-asf', 'asf'],
	['AIFF', filled('FORM\0\0\xff\xffAIFFCOMM'), 'audio/aiff', 'aiff'],
	['CAF', filled('caff\0\x01\0\0desc'), 'audio/x-caf', 'caf'],
	['AMR', filled('#!AMR\n'), 'audio/amr', 'amr'],
	['PNG', picture('png', size, 'x'), 'image/png', 'png'],
	['JPEG', jpeg, 'image/jpeg', 'jpg'],
	[
		'JPEG with fill bytes',
		Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff]), jpeg.subarray(2)]),
		'image/jpeg',
		'jpg',
	],
	['WebP', picture('webp', size, 'x'), 'image/webp', 'webp'],
	['GIF', filled('GIF89a'), 'image/gif', 'gif'],
	['BMP', filled('BM\xff\xff\0\0\0\0\0\0'), 'image/bmp', 'bmp'],
	['TIFF', filled('II*\0'), 'image/tiff', 'tif'],
	['AVIF', brand('avif'), 'image/avif', 'avif'],
	[
		'AVIF of a general brand',
		filled('\0\0\0\x1cftypmif1\0\0\0\0mif1miafavif'),
		'image/avif',
		'avif',
	],
	['HEIC', brand('heic'), 'image/heic', 'heic'],
	[
		'SVG',
		Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
		'image/svg+xml',
		'svg',
	],
	[
		'SVG with a declaration, in UTF-16',
		Buffer.from(
			'\ufeff<?xml version="1.0" encoding="UTF-16"?>\r\n<svg width="9" height="9"/>',
			'utf16le',
		),
		'image/svg+xml',
		'svg',
	],
	[
		'SVG with a declaration that has brackets',
		Buffer.from(
			'<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "a" "b" [\n\t<!ENTITY ns "http://www.w3.org/2000/svg">\n\t<!ENTITY gt "a>b">\n]>\n<svg xmlns="&ns;"/>',
		),
		...(['image/svg+xml', 'svg'] as const),
	],
	[
		'SVG under a prefix',
		Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'),
		...(['image/svg+xml', 'svg'] as const),
	],
	[
		'SVG in Latin 1',
		Buffer.from(
			'<?xml version="1.0" encoding="ISO-8859-1"?><svg width="9"><text>Straße</text></svg>',
			'latin1',
		),
		...(['image/svg+xml', 'svg'] as const),
	],
	['PDF after line ends', filled('\r\n%PDF-1.4\n'), 'application/pdf', 'pdf'],
	[
		'HTML in Latin 1',
		Buffer.from('<html><head><title>Zugang gesperrt für Gäste</title></head></html>', 'latin1'),
		...(['text/html', 'html'] as const),
	],
	['PDF', filled('%PDF-1.7\n'), 'application/pdf', 'pdf'],
	[
		'PDF with a comment behind its version',
		filled('%PDF-1.4%\xe2\xe3\xcf\xd3\n'),
		'application/pdf',
		'pdf',
	],
	['Word', zip('word/document.xml'), office('wordprocessingml.document'), 'docx'],
	['Excel', zip('xl/workbook.xml'), office('spreadsheetml.sheet'), 'xlsx'],
	['PowerPoint', zip('ppt/presentation.xml'), office('presentationml.presentation'), 'pptx'],
	['EPUB', zip('mimetypeapplication/epub+zip'), 'application/epub+zip', 'epub'],
	[
		'Word whose own parts come last',
		Buffer.concat([
			zip('[Content_Types].xml'),
			zip('customXml/item1.xml'),
			filled('', 150_000),
			zip('word/document.xml'),
			zip('xl/workbook.xml'),
		]),
		office('wordprocessingml.document'),
		'docx',
	],
	[
		'OpenDocument',
		zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
		'application/vnd.oasis.opendocument.spreadsheet',
		'ods',
	],
	['PDF after the mark of text', filled('\xef\xbb\xbf%PDF-1.7\n'), 'application/pdf', 'pdf'],
	['gzip', filled('\x1f\x8b\x08\0'), 'application/gzip', 'gz'],
	['HTML', Buffer.from('<!DOCTYPE html>\n<html><title>Log in</title></html>'), 'text/html', 'html'],
];

export const KINDS: KindOfFile[] = rows.map(([name, bytes, mimeType, extension]) => ({
	...{ name, bytes, mimeType, extension },
}));

/** How files come: a name and a media type, of which some are right. */
export const LABELS: Array<[how: string, name: string | undefined, type: string | undefined]> = [
	['no name, no type', undefined, undefined],
	['a type that says nothing', undefined, 'application/octet-stream'],
	['the type of a bucket', 'file', 'binary/octet-stream'],
	['the name of a page', 'index.html', 'text/html; charset=utf-8'],
	['another sound', 'voice.ogg', 'audio/ogg;codecs=opus'],
	['another sound, in capitals', 'Track.MP3', 'Audio/MPEG'],
	['another picture', 'photo.jpeg', 'image/jpeg'],
	['another film', 'IMG_0042.MOV', 'video/quicktime'],
	['a name with a time', 'Audio 2023-08-29 at 17.13.53', 'audio/aac'],
	['a name with a word after a dot', 'v2.final', undefined],
	['the name of raw data', 'download.bin', 'application/octet-stream'],
	['a text', 'notes.txt', 'text/plain'],
	['two types', undefined, 'image/png, text/html'],
];
