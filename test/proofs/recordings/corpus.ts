import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSignal } from './signal';
import { sealed } from '../../lib/files/sound/oggPages';
import { run } from './tools';

/** A recording, and which seconds were said in it before it was damaged. */
export interface Sample {
	name: string;
	damage: string;
	file: string;
	seconds: number[];
	/** What ffmpeg needs to read all of it. */
	input?: string[];
	/** The file before, where bytes were changed in place, or where what follows them still says when it plays. */
	before?: string;
	/** Whether bytes inside of frames were changed, which their format does not show. */
	isInside?: boolean;
	/** The file that it is several times, each a stream of its own. */
	inTurn?: { file: string; times: number };
}

/** Longer than the words that are compared where two parts meet. */
const SECONDS = 45;
/** What makes a recording too large to be sent at once. */
const PADDING = 25_000_000;

/** How each kind of file is made of WAV. */
const ENCODERS: Array<
	[name: string, extension: string, make: (wav: string, file: string) => Promise<unknown>]
> = [
	['MP3 CBR, lame', 'mp3', (wav, file) => run('lame', '--quiet', '-b', '96', wav, file)],
	['MP3 VBR, lame', 'mp3', (wav, file) => run('lame', '--quiet', '-V', '3', wav, file)],
	[
		'MP3 without an index, lame',
		'mp3',
		(wav, file) => run('lame', '--quiet', '-t', '-b', '64', wav, file),
	],
	['MP3 24 kHz, ffmpeg', 'mp3', (wav, file) => ffmpeg(wav, file, '-ar', '24000', '-b:a', '48k')],
	['AAC, ffmpeg', 'aac', (wav, file) => ffmpeg(wav, file, '-b:a', '96k')],
	['M4A, ffmpeg', 'm4a', (wav, file) => ffmpeg(wav, file, '-b:a', '96k')],
	[
		'Fragmented M4A, ffmpeg',
		'm4a',
		(wav, file) => ffmpeg(wav, file, '-movflags', 'empty_moov', '-frag_duration', '2000000'),
	],
	['FLAC, flac', 'flac', (wav, file) => run('flac', '-s', '-f', wav, '-o', file)],
	['Opus, opusenc', 'ogg', (wav, file) => run('opusenc', '--quiet', '--bitrate', '48', wav, file)],
	['Vorbis, ffmpeg', 'ogg', (wav, file) => ffmpeg(wav, file, '-c:a', 'libvorbis', '-q:a', '4')],
	['WebM Opus, ffmpeg', 'webm', (wav, file) => ffmpeg(wav, file, '-c:a', 'libopus', '-b:a', '48k')],
	[
		'WebM Vorbis without sizes, ffmpeg',
		'webm',
		(wav, file) => ffmpeg(wav, file, '-c:a', 'libvorbis', '-live', '1'),
	],
	[
		'Matroska AAC, mkvmerge',
		'mka',
		async (wav, file) => {
			await ffmpeg(wav, `${file}.m4a`, '-b:a', '96k');
			await run('mkvmerge', '-q', '-o', file, `${file}.m4a`);
		},
	],
	['WAV 16 bits', 'wav', (wav, file) => ffmpeg(wav, file)],
	['WAV RF64', 'wav', (wav, file) => ffmpeg(wav, file, '-rf64', 'always')],
];

async function ffmpeg(wav: string, file: string, ...options: string[]): Promise<unknown> {
	return await run('ffmpeg', '-v', 'error', '-y', '-i', wav, ...options, file);
}

const middle = (bytes: Buffer) => bytes.length >> 1;

/** Bytes by chance, the same ones each time (Lehmer). */
function noise(count: number): Buffer {
	let state = 11;
	return Buffer.from(
		Array.from({ length: count }, () => ((state = (state * 48_271) % 0x7fff_ffff) >> 7) & 255),
	);
}

function replaced(bytes: Buffer, at: number, by: Buffer, removed = by.length): Buffer {
	return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + removed)]);
}

const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
const ID3V2 = Buffer.concat([
	Buffer.from('ID3\x04\0\0\0\0\x27\x08', 'latin1'),
	noise(0x27 * 128 + 8),
]);
const ape = (flags: number) => {
	const head = Buffer.alloc(32);
	head.write('APETAGEX');
	for (const [at, value] of [2000, 32, 0, flags].entries()) head.writeUInt32LE(value, 8 + at * 4);
	return head;
};
const APE = Buffer.concat([ape(0xa000_0000), ape(0x8000_0000)]);

/** What is done to a file, and how often what was said is in it then. */
const DAMAGES: Array<[name: string, change: (bytes: Buffer) => Buffer, times?: number]> = [
	['none', (bytes) => bytes],
	['4,096 zeros in the middle', (bytes) => replaced(bytes, middle(bytes), Buffer.alloc(4096))],
	['50,000 zeros in the middle', (bytes) => replaced(bytes, middle(bytes), Buffer.alloc(50_000))],
	['3,000 bytes of noise in the middle', (bytes) => replaced(bytes, middle(bytes), noise(3000))],
	['40,000 bytes of noise in the middle', (bytes) => replaced(bytes, middle(bytes), noise(40_000))],
	['1,000 bytes inserted', (bytes) => replaced(bytes, middle(bytes), noise(1000), 0)],
	['30,000 bytes missing', (bytes) => replaced(bytes, middle(bytes), Buffer.alloc(0), 30_000)],
	[
		'one flipped bit',
		(bytes) => {
			const at = Math.floor(bytes.length * 0.93);
			return replaced(bytes, at, Buffer.from([(bytes[at] ?? 0) ^ 0x10]));
		},
	],
	[
		'many flipped bits',
		(bytes) => {
			const copy = Buffer.from(bytes);
			for (let at = 9001; at < copy.length; at += 77_777) copy[at] = (copy[at] ?? 0) ^ 4;
			return copy;
		},
	],
	['cut off', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7))],
	['the last 300 bytes missing', (bytes) => bytes.subarray(0, -300)],
	['tags at the end', (bytes) => Buffer.concat([bytes, APE, ID3V1])],
	['a tag at the start', (bytes) => Buffer.concat([ID3V2, bytes])],
	['zeros at the end', (bytes) => Buffer.concat([bytes, Buffer.alloc(300_000)])],
	['the start missing', (bytes) => bytes.subarray(20_001)],
	['two joined', (bytes) => Buffer.concat([bytes, bytes]), 2],
	[
		'four joined with tags between',
		(bytes) => Buffer.concat([bytes, ID3V1, bytes, ID3V1, bytes, ID3V1, bytes, ID3V1]),
		4,
	],
];

const upTo = (count: number) => [...Array(count).keys()];

/** Writes the corpus into a folder, file by file; with a word, only those whose name or damage has it. */
export async function* corpus(folder: string, wanted = ''): AsyncGenerator<Sample> {
	mkdirSync(folder, { recursive: true });
	const wav = join(folder, 'signal.wav');
	writeSignal(wav, SECONDS, 44_100);
	let count = 0;
	const isWanted = (...names: string[]) => names.join(': ').includes(wanted);
	for (const [name, extension, make] of ENCODERS) {
		const whole = join(folder, `whole.${extension}`);
		if (!DAMAGES.some(([damage]) => isWanted(name, damage))) continue;
		await make(wav, whole);
		const bytes = readFileSync(whole);
		for (const [damage, change, times = 1] of DAMAGES) {
			if (!isWanted(name, damage)) continue;
			const file = join(folder, `${count++}.${extension}`);
			const damaged = change(bytes);
			writeFileSync(file, damaged);
			const isTimed = damaged.length === bytes.length || name.startsWith('Fragmented');
			const before = isTimed ? whole : undefined;
			const seconds = Array.from({ length: times }, () => upTo(SECONDS)).flat();
			// Beyond the end in its header, a WAV file is read only on demand.
			const goesOn = /WAV/.test(name) && /zeros at|joined/.test(damage);
			const input = goesOn ? ['-ignore_length', '1'] : undefined;
			const isInside = /M4A|WebM|Matroska/.test(name) && /noise|flipped/.test(damage);
			const isChain = times > 1 && /FLAC|Opus|Vorbis/.test(name);
			const inTurn = isChain ? { file: whole, times } : undefined;
			yield { name, damage, file, before, seconds, isInside, input, inTurn };
		}
	}
	for (const make of SPECIALS) {
		const [name, damage] = make.names;
		if (isWanted(name, damage)) yield { name, damage, ...(await make.make(folder, wav)) };
	}
}

interface Special {
	names: [name: string, damage: string];
	make: (folder: string, wav: string) => Promise<Pick<Sample, 'file' | 'seconds' | 'input'>>;
}

/** A box that holds nothing (ISO/IEC 14496-12, 8.1.2). */
function free(): Buffer {
	const box = Buffer.alloc(PADDING);
	box.writeUInt32BE(PADDING);
	box.write('free', 4);
	return box;
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, free()]);

/** The same MP4 file, whose sound is further back. */
function shifted(bytes: Buffer, by: number): Buffer {
	const copy = Buffer.from(bytes);
	const at = copy.indexOf('stco') + 8;
	for (let chunk = 0; chunk < copy.readUInt32BE(at); chunk++) {
		const place = at + 4 + chunk * 4;
		copy.writeUInt32BE(copy.readUInt32BE(place) + by, place);
	}
	return copy;
}

function changed(
	name: string,
	damage: string,
	file: string,
	options: string[],
	change: (bytes: Buffer) => Buffer,
	input?: string[],
): Special {
	return {
		names: [name, damage],
		async make(folder, wav) {
			const made = join(folder, file);
			await ffmpeg(wav, made, ...options);
			writeFileSync(made, change(readFileSync(made)));
			return { file: made, seconds: upTo(SECONDS), input };
		},
	};
}

const size = (at: number, value: number) => (bytes: Buffer) => {
	const copy = Buffer.from(bytes);
	copy.writeUInt32LE(value, at);
	return copy;
};
const plain = ['-bitexact', '-c:a', 'pcm_s16le'];

/** Bytes around MP3 that are no sound, each with an index and without one. */
function around(damage: string, change: (bytes: Buffer) => Buffer): Special[] {
	return ['1', '0'].map((index) =>
		changed(
			`MP3 ${index === '1' ? 'with' : 'without'} an index`,
			damage,
			'around.mp3',
			['-b:a', '64k', '-write_xing', index, '-id3v2_version', '0'],
			change,
		),
	);
}

/** A tag whose size is written as another one. */
const tagged = (size: number, written: number) => {
	const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
	head.writeUInt32BE(written, 6);
	return Buffer.concat([head, noise(size)]);
};
const PAGE_END = Buffer.from('\r\n<script>window.report("the page of a server")</script>\r\n');

/** The same file whose last page is not marked as such. */
function unmarked(bytes: Buffer): Buffer {
	const copy = Buffer.from(bytes);
	const last = copy.lastIndexOf('OggS');
	copy.writeUInt8((copy[last + 5] ?? 0) & ~4, last + 5);
	return sealed(copy);
}

const SPECIALS: Special[] = [
	...around('a tag 1,044 bytes longer than it says', (bytes) =>
		Buffer.concat([tagged(5000, 0x1e74), bytes]),
	),
	...around('a tag whose size is a plain number', (bytes) =>
		Buffer.concat([tagged(70_016, 70_016), bytes]),
	),
	...around('4,096 zeros before', (bytes) => Buffer.concat([Buffer.alloc(4096), bytes])),
	...around('200,000 zeros after', (bytes) => Buffer.concat([bytes, Buffer.alloc(200_000)])),
	...around('the page of a server after', (bytes) => Buffer.concat([bytes, PAGE_END])),
	changed('Opus', 'a last page that is not marked', 'open.ogg', ['-c:a', 'libopus'], unmarked),
	changed('MP3 of more than 25 MB', 'none', 'long.mp3', ['-b:a', '96k'], (bytes) =>
		Buffer.concat([
			Buffer.from('ID3\x04\0\0\x0b\x75\x70\x40', 'latin1'),
			Buffer.alloc(PADDING),
			bytes,
		]),
	),
	changed('M4A of more than 25 MB', 'none', 'long.m4a', ['-b:a', '96k'], padded),
	changed(
		'M4A of more than 25 MB',
		'fragmented',
		'long.m4a',
		['-movflags', 'frag_keyframe'],
		padded,
	),
	changed('M4A of more than 25 MB', 'cut off', 'long.m4a', ['-movflags', 'faststart'], (bytes) => {
		const type = bytes.readUInt32BE(0);
		const moved = shifted(bytes.subarray(0, -9000), PADDING);
		return Buffer.concat([moved.subarray(0, type), free(), moved.subarray(type)]);
	}),
	{
		names: ['MP3 with a free bit rate, lame', 'none'],
		async make(folder, wav) {
			const file = join(folder, 'free.mp3');
			await run('lame', '--quiet', '--freeformat', '-b', '500', wav, file);
			return { file, seconds: upTo(SECONDS) };
		},
	},
	changed('WAV', 'a header that says 62 bytes', 'lie.wav', plain, size(40, 62), [
		'-ignore_length',
		'1',
	]),
	changed('WAV', 'a header that was never finished', 'open.wav', plain, (bytes) =>
		size(4, 0)(size(40, 0)(bytes)),
	),
	changed('WAV', 'a header with the largest sizes', 'open.wav', plain, (bytes) =>
		size(4, 0xffff_ffff)(size(40, 0xffff_ffff)(bytes)),
	),
	changed('WAV', 'a header that says twice the size', 'open.wav', plain, (bytes) =>
		size(40, bytes.readUInt32LE(40) * 2)(bytes),
	),
	changed('FLAC', 'a header that says twice the length', 'twice.flac', [], (bytes) => {
		const copy = Buffer.from(bytes);
		copy.writeUInt32BE(copy.readUInt32BE(22) * 2, 22);
		return copy;
	}),
	...['vorbis', 'opus'].map((codec) =>
		changed(
			codec === 'vorbis' ? 'Vorbis' : 'Opus',
			'lost pages',
			`${codec}.ogg`,
			['-c:a', `lib${codec}`, '-b:a', '64k'],
			(bytes) => {
				const pages: Buffer[] = [];
				for (let at = 0; at >= 0;) {
					const next = bytes.indexOf('OggS', at + 4);
					pages.push(bytes.subarray(at, next < 0 ? undefined : next));
					at = next;
				}
				return Buffer.concat(pages.filter((_page, index) => index < 20 || index > 24));
			},
		),
	),
	{
		names: ['MP4 film', 'sound that starts 7 seconds late'],
		async make(folder, wav) {
			const file = join(folder, 'late.mp4');
			const picture = ['-f', 'lavfi', '-i', `color=black:s=64x64:r=5:d=${SECONDS + 7}`];
			await run(
				'ffmpeg',
				'-v',
				'error',
				'-y',
				...picture,
				'-itsoffset',
				'7',
				'-i',
				wav,
				'-map',
				'0:v',
				'-map',
				'1:a',
				'-c:a',
				'aac',
				file,
			);
			writeFileSync(file, padded(readFileSync(file)));
			return { file, seconds: upTo(SECONDS) };
		},
	},
];
