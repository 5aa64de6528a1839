import { prepareBinaryData } from 'n8n-core/dist/execution-engine/node-execution-context/utils/binary-helper-functions';
import type { IBinaryData } from 'n8n-workflow';

import { recognizeFile } from '../../lib/files/inputFile';
import { RECORDING_UPLOAD } from '../../lib/speech/transcription/transcribe';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { useBinaryMode } from '../engine/binaryStore';
import { KINDS, LABELS } from './fileKinds';
import { withService } from './withService';

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
