export const FILM_BYTES = 300_000_000;
export const RECORDING_BYTES = 240_000_000;

const WAV_HEAD_BYTES = 44;
const SAMPLE_RATE = 24_000;

/** A film by its boxes, with nothing in them. */
export function filmBytes() {
	const film = Buffer.alloc(FILM_BYTES);
	let at = 0;
	for (const [name, size] of /** @type {Array<[string, number]>} */ ([
		['ftypisom', 24],
		['moov', 8],
		['mdat', FILM_BYTES - 32],
	])) {
		film.writeUInt32BE(size, at);
		film.write(name, at + 4);
		at += size;
	}
	return film;
}

/** A tone of 83 minutes, as WAV. */
export function recordingBytes() {
	const file = Buffer.alloc(RECORDING_BYTES);
	file.write('RIFF');
	file.writeUInt32LE(RECORDING_BYTES - 8, 4);
	file.write('WAVEfmt ', 8);
	file.writeUInt32LE(16, 16);
	for (const [at, value] of [
		[20, 1],
		[22, 1],
		[32, 2],
		[34, 16],
	])
		file.writeUInt16LE(value, at);
	file.writeUInt32LE(SAMPLE_RATE, 24);
	file.writeUInt32LE(2 * SAMPLE_RATE, 28);
	file.write('data', 36);
	file.writeUInt32LE(RECORDING_BYTES - WAV_HEAD_BYTES, 40);
	for (let at = WAV_HEAD_BYTES; at < RECORDING_BYTES; at += 2)
		file.writeInt16LE(8_000 * Math.sin(at / 20), at);
	return file;
}
