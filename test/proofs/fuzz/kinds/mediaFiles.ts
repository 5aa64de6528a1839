import { toFlac } from '../../../service/media/flac';
import { silentOpus } from '../../../service/media/opus';

/** Files as an honest service sends them, small: WAV in two forms, MP3, AAC, PNG, Opus, FLAC, MP4 and JSON. */
export const honestFiles: Buffer[] = [
	wav(Buffer.alloc(64, 1)),
	wav(Buffer.alloc(30, 2), 0xffff_ffff),
	frames(417, [0xff, 0xfb, 0x90, 0x64]),
	Buffer.concat([
		Buffer.from('ID3\u0004\0\0\0\0\0\u0005hello', 'latin1'),
		frames(417, [0xff, 0xfb, 0x90, 0x64]),
	]),
	frames(32, [0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc]),
	Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\u0001\0\0\0\u0001\0\b\u0006', 'latin1'),
		Buffer.alloc(20),
	]),
	Buffer.from(`OggS${'\0'.repeat(24)}OpusHead`, 'latin1'),
	silentOpus(0.1),
	toFlac({ samples: new Int16Array(300), sampleRate: 8000 }),
	Buffer.from(`\0\0\0\x18ftypmp42${'\0'.repeat(60)}`, 'latin1'),
	Buffer.from('{"status":"PROCESSING"}'),
];

function wav(sound: Buffer, announced = sound.length): Buffer {
	const head = Buffer.alloc(44);
	head.write('RIFF', 0, 'latin1');
	head.writeUInt32LE(36 + sound.length, 4);
	head.write('WAVEfmt ', 8, 'latin1');
	head.writeUInt32LE(16, 16);
	head.writeUInt16LE(1, 20);
	head.writeUInt16LE(1, 22);
	head.writeUInt32LE(8000, 24);
	head.writeUInt32LE(16_000, 28);
	head.writeUInt16LE(2, 32);
	head.writeUInt16LE(16, 34);
	head.write('data', 36, 'latin1');
	head.writeUInt32LE(announced, 40);
	return Buffer.concat([head, sound]);
}

/** Three frames of one size, each with this header. */
function frames(size: number, header: number[]): Buffer {
	const frame = Buffer.alloc(size);
	frame.set(header);
	return Buffer.concat([frame, frame, frame]);
}
