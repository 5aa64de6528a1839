import type { Size } from './colour';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** Width and height as a picture's own header states them; nothing for any other bytes. */
export function dimensionsOf(bytes: Buffer): (Size & { format: PictureFormat }) | undefined {
	try {
		return ofPng(bytes) ?? ofJpeg(bytes) ?? ofWebp(bytes);
	} catch {
		return undefined;
	}
}

function ofPng(bytes: Buffer) {
	if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
	const format = 'png' as const;
	return { format, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments up to the frame header. */
function ofJpeg(bytes: Buffer) {
	if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (!isFrame) continue;
		const format = 'jpeg' as const;
		return { format, width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
	}
	return undefined;
}

function ofWebp(bytes: Buffer) {
	if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
	const format = 'webp' as const;
	switch (bytes.toString('latin1', 8, 16)) {
		case 'WEBPVP8L': {
			const packed = bytes.readUInt32LE(21);
			return { format, width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
		}
		case 'WEBPVP8X':
			return { format, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
		case 'WEBPVP8 ': {
			const width = bytes.readUInt16LE(26) & 0x3fff;
			return { format, width, height: bytes.readUInt16LE(28) & 0x3fff };
		}
		default:
			return undefined;
	}
}
