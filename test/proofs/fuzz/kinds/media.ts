import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { ItemContext } from '../../../../lib/core/execution';

import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { countRecordingSeconds } from '../../../../lib/files/sound/openRecording';
import { planJoin, UnjoinableError } from '../../../../lib/files/sound/joinPlan';
import { UnreadableSoundError } from '../../../../lib/files/sound/containers/recording';
import { vectorOf } from '../../../../lib/chat/readEmbeddings';
import { fileNameOf } from '../../../../lib/files/fileName';
import { storeAnswerFile } from '../../../../lib/files/outputFile';
import { rejectUnusableImage } from '../../../../lib/files/imageInput';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { cutAt, cuts, oddText } from '../values';
import { honestFiles } from './mediaFiles';

interface Case {
	extension: string;
	/** In base64. */
	files: string[];
	cuts: number[];
	mediaType: string;
	fileName: string;
}

const change = fc.record({
	at: fc.nat({ max: 1200 }),
	bytes: fc.uint8Array({ maxLength: 6 }),
	how: fc.constantFrom('overwrite', 'overwrite', 'insert', 'cut'),
});
const file = fc
	.tuple(fc.constantFrom(...honestFiles), fc.array(change, { maxLength: 4 }))
	.map(([honest, changes]) =>
		changes
			.reduce((bytes, { at, bytes: by, how }) => {
				const place = at % (bytes.length + 1);
				const rest = bytes.subarray(how === 'overwrite' ? place + by.length : place);
				return Buffer.concat([
					bytes.subarray(0, place),
					by,
					how === 'cut' ? Buffer.alloc(0) : rest,
				]);
			}, honest)
			.toString('base64'),
	);

const cases: fc.Arbitrary<Case> = fc.record({
	extension: fc.constantFrom('wav', 'mp3', 'aac', 'pcm', 'flac', 'opus'),
	files: fc.array(fc.oneof({ weight: 4, arbitrary: file }, fc.base64String({ maxLength: 60 })), {
		minLength: 1,
		maxLength: 3,
	}),
	cuts,
	mediaType: fc.oneof(
		fc.constantFrom('audio/mpeg', 'application/octet-stream', 'image/png; a=b', 'text/plain', ''),
		oddText,
	),
	fileName: oddText,
});

async function check(one: Case): Promise<string> {
	const { extension, fileName } = one;
	const files = one.files.map((text) => Buffer.from(text, 'base64'));
	for (const bytes of files) await looked(bytes);
	const name = fileNameOf(fileName, 'file', 'bin');
	must(!/[\\/\p{Cc}]/u.test(name) && !/^\.+$/.test(name), 'a file name has no path');
	const stored = await storedAs(one, files[0] ?? Buffer.alloc(0));
	const { value: plan } = await attempt(
		async () => await planJoin(extension, files),
		UnjoinableError,
	);
	if (plan === undefined) return stored ? 'stored' : 'refused';
	const joined = async (cut: number[]) => {
		const open = async (index: number) => cutAt(files[index] ?? Buffer.alloc(0), cut);
		return await buffer(Readable.from(plan.bytes(open)));
	};
	const whole = await joined([]);
	must(whole.equals(await joined(one.cuts)), 'and the same bytes wherever chunks are cut');
	if (extension === 'wav') must(whole.readUInt32LE(4) + 8 === whole.length, 'and says its size');
	const again = await attempt(async () => await planJoin(extension, [whole]), UnjoinableError);
	must(again.value !== undefined || whole.length < 60, 'and can be joined again');
	return 'joined';
}

/** What is looked at before an upload, or in an answer. */
async function looked(bytes: Buffer): Promise<void> {
	const { value: seconds } = await attempt(
		async () => ({
			of: await countRecordingSeconds(new ByteReader([bytes], async () => [bytes])),
		}),
		UnreadableSoundError,
	);
	must(seconds?.of === undefined || seconds.of >= 0, 'no sound is shorter than none');
	await attempt(() => vectorOf(bytes.toString('base64')));
	const picture = { kind: 'file', bytes, mimeType: 'image/png', fileName: 'x.png' } as const;
	await attempt(async () => await rejectUnusableImage(picture, 'Image'));
}

/** Puts an answer into a store as an operation does; whether it was a file. */
async function storedAs({ mediaType, fileName, cuts: at }: Case, bytes: Buffer): Promise<boolean> {
	const body = redact.body(Readable.from(cutAt(bytes, at)));
	const headers = { 'content-type': redact.text(mediaType) };
	const kind = (/^(image|video)/.exec(mediaType)?.[0] ?? 'audio') as 'audio' | 'image' | 'video';
	const answer = { body, headers, namePrefix: 'service', charge: 'possible' as const, redact };
	const { value, failure } = await attempt(
		async () => await storeAnswerFile(store(redact.text(fileName)), answer, { kind, stem: 'file' }),
	);
	must(failure === undefined || 'facts' in failure, 'a failure says what it may have cost');
	const kept = value?.binary?.data;
	if (kept === undefined) return false;
	must(Buffer.from(kept.data, 'base64').equals(bytes), 'a file is stored as it was sent');
	must(!/[\\/]/.test(kept.fileName ?? ''), 'a stored file name has no path');
	return true;
}

/** n8n's binary store as far as a file needs it. */
function store(fileName: string): ItemContext {
	const prepareBinaryData = async (content: Buffer | Readable, name: string, mimeType: string) => {
		const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
		return { data: bytes.toString('base64'), mimeType, fileName: name };
	};
	return {
		parameters: { options: { fileName } },
		...{ getItemIndex: () => 0, evaluateExpression: () => 0 },
		logger: { warn: () => undefined },
		helpers: { prepareBinaryData },
	} as unknown as ItemContext;
}

export const media: Fuzzer<Case> = { name: 'media', runs: 500, cases, check };
