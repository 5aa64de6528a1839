import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { vorbisFormat } from '../../../../lib/files/sound/containers/vorbis';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import { recordingParts } from '../../../../lib/files/sound/recordingParts';
import { pagesOf } from './oggPages';
import { vorbisOf } from './vorbisFile';
import { webmOf, type WebmOptions } from './webmFile';

async function* inPieces(bytes: Buffer) {
	for (let at = 0; at < bytes.length; at += 499) yield bytes.subarray(at, at + 499);
}

async function read(bytes: Buffer, seconds = 60) {
	const open = async () => inPieces(bytes);
	const recording = await openRecording(new ByteReader(await open(), open));
	const parts = [];
	for await (const part of recordingParts(recording, { bytes: 25e6, seconds })) parts.push(part);
	const last = parts.at(-1);
	const jumped = last?.jumps.reduce((sum, { by }) => sum + by, 0) ?? 0;
	const files = parts.map(({ file }) => file);
	return { ...recording, parts, files, end: (last?.start ?? 0) + (last?.seconds ?? 0) + jumped };
}

/** Of 20 ms, with its number after three bytes that say how long it plays. */
function packet(index: number): Buffer {
	const bytes = Buffer.from([0xf8, 0xff, 0xfe, 0, 0, 0, 0]);
	bytes.writeUInt32BE(index, 3);
	return bytes;
}

const CLUSTER_PACKETS = 100;

/** Clusters of two seconds each. */
function clusters(count: number, timeOf = (index: number) => index * 20): WebmOptions['clusters'] {
	return Array.from({ length: count }, (_, cluster) =>
		Array.from({ length: CLUSTER_PACKETS }, (_unused, at) => {
			const index = cluster * CLUSTER_PACKETS + at;
			return [timeOf(index), packet(index)] as [number, Buffer];
		}),
	);
}

const whole = webmOf({ clusters: clusters(10), duration: 20_000 });
const live = webmOf({ clusters: clusters(10), isLive: true });
const numbers = (files: Buffer[]) =>
	files.flatMap((file) =>
		pagesOf(file)
			.slice(2)
			.flatMap(({ packets }) => packets.map((one) => one.readUInt32BE(3))),
	);
const clusterStarts = (file: Buffer) => {
	const starts: number[] = [];
	for (
		let at = file.indexOf('1f43b675', 0, 'hex');
		at >= 0;
		at = file.indexOf('1f43b675', at + 4, 'hex')
	) {
		starts.push(at);
	}
	return starts;
};
const zeros = (file: Buffer, at: number, count: number) =>
	Buffer.from(file).fill(0, at, at + count);
const noise = Buffer.from(Array.from({ length: 700 }, (_, at) => (at * 7919) % 251));

describe('sound in WebM', () => {
	it.each<[string, Buffer]>([
		['with all sizes', whole],
		['that a browser recorded', live],
		[
			'that a browser recorded, with a tag after it',
			Buffer.concat([live, Buffer.from('TAG'), Buffer.alloc(125, 32)]),
		],
		['with zeros after it', Buffer.concat([whole, Buffer.alloc(300_000)])],
		[
			'with a page of a server after it',
			Buffer.concat([whole, Buffer.from('<html>Not found</html>')]),
		],
	])('is sent as Ogg, without the pictures and without gaps: %s', async (_name, file) => {
		const { gaps, files, end, extension } = await read(file, 8);
		expect([gaps, extension, files.length]).toEqual([[], 'ogg', 3]);
		expect(new Set(numbers(files)).size).toBe(1000);
		expect(end).toBeCloseTo(20 - 312 / 48_000, 2);
	});

	it('begins each Ogg part at the time that the part names, with what the decoder needs skipped', async () => {
		const { parts } = await read(whole, 8);
		expect(parts.length).toBe(3);
		for (const { file, start } of parts) {
			const [head] = pagesOf(file);
			const skipped = head?.packets[0]?.readUInt16LE(10) ?? -1;
			const [first = -1] = numbers([file]);
			expect(start).toBeCloseTo((first * 960 + skipped - 312) / 48_000, 2);
		}
	});

	it('goes on at its time after a pause of the recorder, which is no gap', async () => {
		const paused = clusters(10, (index) => index * 20 + (index >= 500 ? 5000 : 0));
		const { gaps, end, parts } = await read(webmOf({ clusters: paused, isLive: true }));
		expect(gaps).toEqual([]);
		expect(end).toBeCloseTo(25, 1);
		expect(parts[0]?.jumps).toEqual([{ at: expect.closeTo(10, 1), by: expect.closeTo(5, 1) }]);
	});

	it('keeps its pace where times are rounded', async () => {
		const uneven = clusters(10, (index) => index * 20 + ((index * 7) % 23));
		const { parts } = await read(webmOf({ clusters: uneven, isLive: true }));
		expect(parts.map(({ jumps }) => jumps)).toEqual([[]]);
	});

	it('AAC in WebM is sent as ADTS', async () => {
		const setup = Buffer.from([0x13, 0x08]);
		const file = webmOf({ clusters: clusters(2), codec: 'A_AAC', setup });
		const { extension, files, gaps } = await read(file);
		expect([extension, gaps]).toEqual(['aac', []]);
		expect(files[0]?.readUInt16BE(0)).toBe(0xfff1);
	});

	it('Vorbis in WebM is sent as Ogg with its three headers', async () => {
		const all = pagesOf(await vorbisOf(5)).flatMap(({ packets }) => packets);
		const [head = noise, , last = noise, ...sound] = all;
		// Longer than the 255 bytes that one number of a length counts.
		const comments = Buffer.from(`\x03vorbis\x2c\x01\0\0${'v'.repeat(300)}\0\0\0\0\x01`, 'latin1');
		const lengths = [2, head.length, 255, comments.length - 255];
		const setup = Buffer.concat([Buffer.from(lengths), head, comments, last]);
		const { samplesOf } = vorbisFormat([head, comments, last]);
		let played = 0;
		const timed = sound.map((one): [number, Buffer] => {
			played += samplesOf(one) ?? 0;
			return [Math.round(played / 16), one];
		});
		const { gaps, files } = await read(webmOf({ clusters: [timed], codec: 'A_VORBIS', setup }));
		expect(gaps).toEqual([]);
		const sent = files.flatMap((file) => pagesOf(file).flatMap(({ packets }) => packets));
		expect(Buffer.concat(sent).equals(Buffer.concat([head, comments, last, ...sound]))).toBe(true);
	});
});

describe('what cannot be read of a WebM file is named', () => {
	const [, , third = 0, fourth = 0] = clusterStarts(whole);
	const liveStart = clusterStarts(live)[3] ?? 0;
	it.each<[string, Buffer, gap: [start: number, end: number | null]]>([
		['zeros inside a cluster', zeros(whole, third + 900, 300), [4.6, 6]],
		['a cluster without its start', zeros(whole, third, 8), [4, 6]],
		[
			'noise over several clusters',
			Buffer.concat([whole.subarray(0, third + 900), noise, whole.subarray(fourth + 900)]),
			[4.6, 8],
		],
		[
			'bytes that are missing',
			Buffer.concat([whole.subarray(0, third + 900), whole.subarray(third + 1403)]),
			[4.6, 6],
		],
		['a file that is cut off', whole.subarray(0, fourth + 907), [6.6, 20]],
		['a file without sizes that is cut off', live.subarray(0, liveStart + 907), [6.6, null]],
		['zeros inside a cluster without a size', zeros(live, liveStart + 900, 300), [6.6, 8]],
	])('what cannot be read of a WebM file is named: %s', async (_name, file, [start, end]) => {
		const { gaps, files } = await read(file);
		expect(gaps).toEqual([
			{ start: expect.closeTo(start, 0), end: end === null ? null : expect.closeTo(end, 0) },
		]);
		const heard = new Set(numbers(files));
		const from = Math.floor((gaps[0]?.start ?? 0) / 0.02);
		expect([...Array(from).keys()].every((number) => heard.has(number))).toBe(true);
	});

	it('several files in one are refused', async () => {
		const two = Buffer.concat([live, Buffer.from('TAG'), Buffer.alloc(125, 32), live]);
		await expect(read(two)).rejects.toThrow('is several WebM or Matroska files in one');
	});

	it('bytes that are inserted between clusters cost no sound', async () => {
		const inserted = Buffer.concat([whole.subarray(0, third), noise, whole.subarray(third)]);
		const { gaps, files } = await read(inserted);
		expect(gaps).toEqual([]);
		expect(numbers(files)).toHaveLength(1000);
	});

	it('a store that cannot be read is an error, and no gap', async () => {
		let opened = 0;
		const open = async () => {
			opened++;
			return opened === 1 ? inPieces(whole) : broken();
		};
		async function* broken() {
			yield whole.subarray(0, third);
			throw new Error('The store is gone');
		}
		const { units } = await openRecording(new ByteReader(await open(), open));
		const all = async () => {
			for await (const unit of units) expect(unit.samples).toBe(960);
		};
		await expect(all()).rejects.toThrow('The store is gone');
	});
});

it.each<[string, WebmOptions['codec'], RegExp]>([
	['AC-3', 'A_AC3', /^holds ac3 sound, which cannot be split without re-encoding it$/],
	['an unknown codec', 'A_QUICKTIME', /^holds sound of an unknown kind, which cannot be split/],
])('WebM with %s is refused with the reason', async (_name, codec, reason) => {
	await expect(read(webmOf({ clusters: clusters(1), codec }))).rejects.toThrow(reason);
});
