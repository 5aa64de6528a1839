import { Readable } from 'node:stream';

import { wavSeconds } from '../../../lib/pricing/wavSeconds';
import { StoredFile } from '../../../lib/files/storedFile';
import { toWav } from '../../service/media/wav';

const wav = toWav({ samples: new Int16Array(24_000), sampleRate: 24_000 });
const PIECE = Buffer.alloc(65_536, 7);

/** A file of a store that starts with `head`, and how many pieces were read of it. */
function stored(head: Buffer, size: number) {
	const read = { pieces: 0 };
	function* pieces() {
		yield head;
		for (let left = size - head.length; left > 0; left -= PIECE.length) {
			read.pieces++;
			yield PIECE.subarray(0, left);
		}
	}
	const source = Readable.from(pieces(), { highWaterMark: 1 });
	const file = new StoredFile(() => Promise.resolve(source), size, 'long.wav', 'audio/wav');
	return { file, read, source };
}

/** A header that says how many bytes of sound follow: 0 or the largest number where a service sends while it speaks. */
function withSize(size: number): Buffer {
	const head = Buffer.from(wav.subarray(0, 44));
	head.writeUInt32LE(size, 40);
	return head;
}

describe('The length of a WAV file', () => {
	it('is what its header says', async () => {
		expect(await wavSeconds(new File([Uint8Array.from(wav)], 'a.wav'))).toBe(1);
	});

	it.each([
		['the whole file, where its header does not say the size', withSize(0)],
		['the whole file, where its header says the largest size', withSize(0xffff_ffff)],
		['at most the whole file', withSize(96_000_000)],
	])('is that of %s', async (_title, head) => {
		const { file } = stored(head, 44 + 48_000_000);
		expect(await wavSeconds(file)).toBe(1_000);
	});

	it('takes no more than the first pieces of a file out of its store', async () => {
		const { file, read, source } = stored(withSize(48_000_000), 44 + 48_000_000);
		expect(await wavSeconds(file)).toBe(1_000);
		expect(read.pieces).toBeLessThan(4);
		expect(source.destroyed).toBe(true);
	});

	it('is not known of a file that its store has lost', async () => {
		const open = () => Promise.reject(new Error('ENOENT'));
		expect(await wavSeconds(new StoredFile(open, 9, 'a.wav', 'audio/wav'))).toBeUndefined();
		const source = Readable.from([wav.subarray(0, 20)]);
		source.once('data', () => source.destroy(new Error('EIO')));
		const broken = new StoredFile(() => Promise.resolve(source), 9_000, 'a.wav', 'audio/wav');
		expect(await wavSeconds(broken)).toBeUndefined();
	});

	it.each([
		['another file', Buffer.from('ID3 and more that is no WAV file at all')],
		['a file without sound', wav.subarray(0, 36)],
		['a file whose header is cut', wav.subarray(0, 30)],
	])('is not known of %s', async (_title, bytes) => {
		expect(await wavSeconds(new File([Uint8Array.from(bytes)], 'a.wav'))).toBeUndefined();
	});
});
