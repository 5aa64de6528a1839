import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import { m4aOf } from './m4aFile';

const FRAME_SECONDS = 1024 / 24_000;
const FRAGMENT_SECONDS = 50 * FRAME_SECONDS;
const frames = Array.from({ length: 1000 }, (_, index) => Buffer.alloc(200, 1 + (index % 200)));
const file = m4aOf(frames, { isFragmented: true, gap: Buffer.alloc(5000, 0xff) });

/** Where a fragment starts. */
function fragmentAt(wanted: number, bytes = file): number {
	let at = -1;
	for (let count = 0; count <= wanted; count++) at = bytes.indexOf('moof', at + 1);
	return at - 4;
}

function replaced(at: number, by: Buffer, removed = by.length): Buffer {
	return Buffer.concat([file.subarray(0, at), by, file.subarray(at + removed)]);
}

/** The seconds that are sent, and the gaps in fragments. */
async function heard(bytes: Buffer) {
	const recording = await openRecording(new ByteReader([bytes], async () => [bytes]));
	let fragments = 0;
	for await (const { seconds } of recording.units) fragments += seconds / FRAGMENT_SECONDS;
	const gaps = recording.gaps.map((gap) => [gap.start, gap.end ?? Infinity]);
	const inFragments = (time: number) => Math.round((time / FRAGMENT_SECONDS) * 100) / 100;
	return {
		fragments: Math.round(fragments * 100) / 100,
		gaps: gaps.map((gap) => gap.map(inFragments)),
	};
}

const NOISE = Buffer.from(Array.from({ length: 997 }, (_, at) => (at * 89 + 13) % 251));

/** The same sound in fragments that say where in the file they lie. */
const absolute = m4aOf(frames, { isFragmented: true, isAbsolute: true });

describe('a fragmented MP4 file', () => {
	it('has a gap to its end where fragments are missing before others that say where they lie', async () => {
		expect(await heard(absolute)).toEqual({ fragments: 20, gaps: [] });
		const cut = Buffer.concat([
			absolute.subarray(0, fragmentAt(7, absolute)),
			absolute.subarray(fragmentAt(9, absolute)),
		]);
		expect(await heard(cut)).toEqual({ fragments: 7, gaps: [[7, 20]] });
	});

	it.each([
		['that is whole', file],
		['with zeros behind it', Buffer.concat([file, Buffer.alloc(5000)])],
		['with a tag behind it', Buffer.concat([file, Buffer.from('TAG'.padEnd(128))])],
		['whose index of fragments is cut off', Buffer.concat([file, mfra().subarray(0, 20)])],
	])('has no gap: %s', async (_name, bytes) => {
		expect(await heard(bytes)).toEqual({ fragments: 20, gaps: [] });
	});

	it.each([
		[
			'a fragment is missing',
			replaced(fragmentAt(7), Buffer.alloc(0), fragmentAt(8) - fragmentAt(7)),
			[[7, 8]],
		],
		[
			'the header of a fragment is made of zeros',
			replaced(fragmentAt(7), Buffer.alloc(500)),
			[[6, 8]],
		],
		['bytes are inserted', replaced(fragmentAt(7) + 9000, NOISE, 0), [[7, 8]]],
		['bytes are missing', replaced(fragmentAt(7) + 9000, Buffer.alloc(0), 997), [[7, 9]]],
		[
			'the sizes of a fragment are noise',
			replaced(fragmentAt(7) + 180, NOISE.subarray(0, 100)),
			[[7, 8]],
		],
		['it is cut off in its sound', file.subarray(0, fragmentAt(19) + 9000), [[19, Infinity]]],
		['it is cut off in a header', file.subarray(0, fragmentAt(19) + 99), [[19, Infinity]]],
	])('has a gap where %s', async (_name, bytes, gaps) => {
		const found = await heard(bytes);
		expect(found.gaps).toHaveLength(gaps.length);
		for (const [index, [start = 0, end = 0]] of found.gaps.entries()) {
			const [from = 0, until = 0] = gaps[index] ?? [];
			expect([start, end]).toEqual([expect.closeTo(from, 0), expect.closeTo(until, 0)]);
		}
	});

	it('is refused where several files are in one', async () => {
		await expect(heard(Buffer.concat([file, file]))).rejects.toThrow('is several MP4 files in one');
	});
});

/** What ffmpeg writes at the end: where fragments are (ISO/IEC 14496-12, 8.8.9). */
function mfra(): Buffer {
	const bytes = Buffer.alloc(60);
	bytes.writeUInt32BE(60);
	bytes.write('mfra', 4);
	return bytes;
}
