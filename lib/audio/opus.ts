import { ByteReader } from './byteReader';
import { OggPages } from './oggPage';
import { oggPackets } from './oggPackets';
import { opusHeaders, opusSound } from './opusHeaders';
import { Unreadable } from './unreadable';
import { surveyAll, Unjoinable, type Files, type Plan, type Survey } from './survey';

interface OpusSurvey extends Survey {
	head: Buffer;
	tags: Buffer;
	packets: number;
	/** Samples at the end that are not played. */
	surplus: number;
}

/** More than an encoder adds at the end: a longer one is an error of the file. */
const MOST_SURPLUS = 48_000;

/** Opus in Ogg: the packets of all files on new pages, with positions that count them all (RFC 7845, 4). */
export async function opusPlan(files: Files): Promise<Plan> {
	const surveys = await surveyAll(files, survey);
	const [{ head, tags }] = surveys;
	return {
		async *bytes(open) {
			const pages = new OggPages();
			yield pages.header(head);
			yield pages.header(tags);
			for (const [index, { packets }] of surveys.entries()) {
				let count = 0;
				const { sound } = await opened(await open(index));
				for await (const { bytes, samples } of sound) {
					if (count++ === packets) break;
					yield* pages.add(bytes, samples);
				}
				if (count < packets) throw new Unjoinable('A part changed while it was joined');
			}
			yield pages.end(surveys.at(-1)?.surplus);
		},
	};
}

async function opened(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
	const packets = oggPackets(new ByteReader(chunks));
	return { ...(await opusHeaders(packets)), sound: opusSound(packets) };
}
async function survey(bytes: Buffer): Promise<OpusSurvey> {
	const { head, tags, sound } = await opened([bytes]);
	const lengths: number[] = [];
	let [samples, offset, end] = [0, 0, 0];
	for await (const packet of sound) {
		lengths.push(packet.samples);
		samples += packet.samples;
		if (packet.position === undefined) continue;
		if (end === 0) offset = Math.max(0, packet.position - samples);
		end = packet.position;
	}
	if (samples === 0) throw new Unreadable('has no sound');
	const extra = samples + offset - end;
	const surplus = extra > 0 && extra <= MOST_SURPLUS ? extra : 0;
	const what = { sound: `Opus, ${head[9] ?? 0} ch`, format: decoderFacts(head), head, tags };
	return { ...what, ...withoutUnplayed(lengths, surplus) };
}

/** What the header says besides how much is skipped at the start and the rate of what was encoded (RFC 7845, 5.1). */
function decoderFacts(head: Buffer): Buffer {
	return Buffer.from(head).fill(0, 10, 16);
}

/** Without the packets at the end that are not played: in the middle of the joined file they would be heard. */
function withoutUnplayed(lengths: readonly number[], surplus: number) {
	let [packets, left] = [lengths.length, surplus];
	for (let last = lengths[packets - 1]; last !== undefined && last <= left;) {
		packets--;
		left -= last;
		last = lengths[packets - 1];
	}
	return { packets, surplus: left };
}
