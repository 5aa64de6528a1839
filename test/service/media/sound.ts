export type SoundFormat = 'wav' | 'mp3' | 'flac' | 'mp4' | 'ogg' | 'webm' | 'aac';

/** What a recording is, by its first bytes. */
export function soundFormat(bytes: Buffer): SoundFormat | undefined {
	const text = (start: number, end: number) => bytes.toString('latin1', start, end);
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
	if (text(0, 4) === 'fLaC') return 'flac';
	if (text(0, 4) === 'OggS') return 'ogg';
	if (text(4, 8) === 'ftyp') return 'mp4';
	if (text(0, 4) === '\x1aE\xdf\xa3') return 'webm';
	if (text(0, 3) === 'ID3') return 'mp3';
	const [first = 0, second = 0] = bytes;
	if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
	return (second & 0x06) === 0 ? 'aac' : 'mp3';
}

const BYTES_PER_SECOND = 4000;

/** How long a recording is; guessed from its bytes where they are coded. */
export function soundSeconds(bytes: Buffer): number {
	const wav = soundFormat(bytes) === 'wav' ? samplesOf(bytes) : undefined;
	const seconds = wav ? wav.data.length / wav.bytesPerSecond : bytes.length / BYTES_PER_SECOND;
	return Math.round(seconds * 1000) / 1000;
}

/** Nothing at all, or samples that are all zero. */
export function isSilent(bytes: Buffer): boolean {
	if (bytes.length === 0) return true;
	if (soundFormat(bytes) !== 'wav') return false;
	return samplesOf(bytes)?.data.every((byte) => byte === 0) ?? true;
}

function samplesOf(bytes: Buffer): { data: Buffer; bytesPerSecond: number } | undefined {
	const start = bytes.indexOf('data', 12, 'latin1');
	if (start < 0 || bytes.length < 44) return undefined;
	return { data: bytes.subarray(start + 8), bytesPerSecond: bytes.readUInt32LE(28) || 1 };
}
