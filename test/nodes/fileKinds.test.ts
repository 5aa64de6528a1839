import { prepareBinaryData } from 'n8n-core/dist/execution-engine/node-execution-context/utils/binary-helper-functions';
import type { IBinaryData } from 'n8n-workflow';

import { recognizeFile } from '../../lib/files/inputFile';
import { RECORDING_UPLOAD } from '../../lib/speech/transcription/transcribe';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../coverage/given';
import { useBinaryMode } from '../engine/binaryStore';
import { KINDS, LABELS } from './fileKinds';
import { withService, type Runner } from './withService';

const world = withService();
const transcribe = world.runner(new InferenceAudio(), {
	...{ resource: 'recording', operation: 'transcribe' },
});
const upscale = world.runner(new InferenceImage(), { resource: 'image', operation: 'upscale' });
const SAME: Record<string, string[]> = { jpg: ['jpeg'], mp4: ['m4a'], m4a: ['mp4'], ogg: ['oga'] };
async function prepared(bytes: Buffer, name?: string, type?: string): Promise<IBinaryData> {
	// As the run that reads it; the tests before, in the same process, may have left another mode.
	await useBinaryMode('memory');
	return await prepareBinaryData(bytes, 'execution', 'workflow', name, type);
}

describe.each(KINDS.map((kind) => [kind.name, kind] as const))(
	'a file is what its bytes are: %s',
	(_kind, { bytes, mimeType, extension }) => {
		it.each(LABELS)('labelled with %s', async (_how, name, type) => {
			const labels = await prepared(bytes, name, type);
			const file = recognizeFile(labels, bytes);
			expect(file.mimeType).toBe(mimeType);
			const ending = /\.([^.]+)$/
				.exec(file.fileName ?? `file.${file.extension}`)?.[1]
				?.toLowerCase();
			expect([extension, ...(SAME[extension] ?? [])]).toContain(ending);
		});
	},
);

it.each([
	['The wide river runs through the valley and on to the sea.', 'river.txt', 'text/plain'],
	['The moov is told in this story, and mdat of it is true.', undefined, 'text/plain'],
	['caffeine,mg\n1,80', 'drinks.csv', 'text/csv'],
	['caff\u00e8', 'menu.txt', 'text/plain'],
	[`G${'o'.repeat(187)}G`, 'shout.txt', 'text/plain'],
	['ID3,name,value\n1,a,b', 'tags.csv', 'text/csv'],
	['MThd is the head of a MIDI file.', 'midi.md', 'text/markdown'],
	['<svg> is an element of HTML 5.', 'elements.md', 'text/markdown'],
	['<head> tags hold what is not shown.', 'elements.md', 'text/markdown'],
	['GIF89a is how a GIF begins.', 'gif.md', 'text/markdown'],
	['%PDF- is how a PDF begins.', 'pdf.md', 'text/markdown'],
	['OggS, RIFF, fLaC and FORM are four letters each.', 'marks.txt', 'text/plain'],
	['BM is a sign of an image, with zeros after it.', 'bm.txt', 'text/plain'],
])('text that begins like another file is text: %j', async (text, name, mimeType) => {
	for (const type of ['text/plain', undefined, 'application/octet-stream', 'video/quicktime']) {
		const file = recognizeFile(await prepared(Buffer.from(text), name, type), Buffer.from(text));
		expect(file).toMatchObject({ mimeType, families: ['text'], ...(name && { fileName: name }) });
	}
});

const NAMES: Record<string, string> = { mov: 'mp4', '3gp': 'mp4', mkv: 'webm', ogv: 'ogg' };
const whole = KINDS.filter(({ name }) => /^(WAV|MP3|AAC|FLAC|Ogg Opus|PNG|PDF|HTML)$/.test(name));

it.each(
	whole.flatMap((kind) => LABELS.map((label) => [kind.name, label[0], kind, label] as const)),
)(
	'Transcribe takes a recording by its bytes, and sends it under their name: %s with %s',
	async (_kind, _how, { bytes, extension }, [, name, type]) => {
		const data = await prepared(bytes, name, type);
		const { error } = await transcribe({}, { items: [{ json: {}, binary: { data } }] });
		const [request] = world.service.requests('/audio/transcriptions');
		const wanted = NAMES[extension] ?? extension;
		const isTaken = RECORDING_UPLOAD.extensions?.includes(wanted) === true;
		if (isTaken) expect(error).toBeUndefined();
		expect(
			request?.files?.[0]?.fileName.split('.').at(-1)?.toLowerCase().replace('oga', 'ogg'),
		).toBe(isTaken ? wanted : undefined);
		if (!isTaken) expect(error?.message).toMatch(`but it is "${extension}"`);
	},
);

it.each(LABELS)('an image operation takes a picture by its bytes: %s', async (_how, name, type) => {
	const { bytes } = KINDS.find((kind) => kind.name === 'PNG') as { bytes: Buffer };
	const data = await prepared(bytes, name, type);
	const { error } = await upscale({}, { items: [{ json: {}, binary: { data } }] });
	expect(error).toBeUndefined();
	const [request] = world.service.requests('/image/upscale');
	expect(request?.files?.[0]).toMatchObject({ mimeType: 'image/png' });
	expect(request?.files?.[0]?.fileName).toMatch(/\.png$/);
});

const make: Record<string, Runner> = {
	image: world.runner(new InferenceImage(), { resource: 'image', operation: 'generate' }),
	audio: world.runner(new InferenceAudio(), { text: 'Hello' }),
};
const made = KINDS.filter(({ mimeType }) => /^(?:image|audio)\//.test(mimeType));

it.each(
	made.flatMap((kind) => LABELS.map((label) => [kind.name, label[0], kind, label[2]] as const)),
)(
	'a file that was paid for is what its bytes are, as one that is sent: %s with %s',
	async (_kind, _how, { bytes, mimeType, extension }, label = '') => {
		const [family = ''] = mimeType.split('/');
		const path = family === 'image' ? '/image/generate' : '/audio/speech';
		const model = typed(family === 'image' ? 'image-basic' : 'tts-basic');
		const headers = { 'content-type': label };
		world.service.fault({ path, status: 200, body: bytes, processed: true, headers });
		const { items, error } = (await make[family]?.({ model, prompt: 'x' })) ?? {};
		expect(error).toBeUndefined();
		expect(items?.[0]?.json).toMatchObject({ mimeType, bytes: bytes.length });
		expect(items?.[0]?.json.fileName).toMatch(new RegExp(`\\.${extension}$`));
	},
);
