import type { INodeParameters } from 'n8n-workflow';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { letJobsGoOn } from '../../nodes/jobTime';
import type { ServiceUnderTest } from '../../nodes/withService';
import { CONSENT_FLOW } from '../../service/schemas/videoJobs';
import type { FullRun, FullRuns } from '../fullRun';
import { files, itemWith, link, listed, run, typed } from '../given';

const node = new InferenceVideo();
const job = { model: typed('video-basic'), prompt: 'A paper boat', duration: listed('5s') };
const medium = (usedAs: string, name: string) => ({
	usedAs,
	fileSource: 'url',
	fileUrl: link(name),
});
const file = (usedAs: string, inputBinaryField: string) => ({
	usedAs,
	fileSource: 'binary',
	inputBinaryField,
});

async function finishedJob(world: ServiceUnderTest): Promise<INodeParameters> {
	const { item } = await world.run({
		node,
		parameters: { ...job, resource: 'video', operation: 'queue' },
	});
	world.service.advance(300_000);
	return { queueId: String(item.json.queueId) };
}

const poses = [
	{ time: 0, azimuth: 0 },
	{ time: 1, azimuth: 90 },
];

/** Jobs that together use every parameter of a video. */
const queued: FullRun[] = [
	run('video/queue', 'a video from text', {
		...job,
		options: {
			aspectRatio: listed('9:16'),
			audio: false,
			negativePrompt: 'text',
			resolution: listed('720p'),
		},
	}),
	run('video/queue', 'a video from scenes and references', {
		...job,
		model: typed('lab/video-scenes'),
		options: {
			media: {
				medium: [
					medium('reference_image_urls', 'r.png'),
					medium('reference_video_urls', 'r.mp4'),
					medium('reference_audio_urls', 'r.wav'),
					medium('scene_image_urls', 's.png'),
					medium('reference_document_urls', 'd.pdf'),
					{ ...medium('keyframes', 'k.png'), frameIndex: 24 },
					medium('audio_url', 'a.wav'),
					medium('video_url', 'v.mp4'),
				],
			},
			bitrate: 'high',
			referenceTask: 'edit',
			resolution: listed('720p'),
			elements: JSON.stringify([
				{
					frontal_image_url: link('e.png'),
					reference_image_urls: [link('e2.png')],
					video_url: link('e.mp4'),
				},
			]),
		},
	}),
	{
		...run('video/queue', 'files as scenes and references', {
			...job,
			model: typed('lab/video-scenes'),
			options: {
				media: {
					medium: [
						file('reference_image_urls', 'photo'),
						file('reference_video_urls', 'clip'),
						file('reference_audio_urls', 'voice'),
						file('scene_image_urls', 'photo'),
						file('reference_document_urls', 'report'),
						file('keyframes', 'photo'),
						file('audio_url', 'voice'),
						file('video_url', 'clip'),
					],
				},
				resolution: listed('720p'),
			},
		}),
		items: itemWith(files),
	},
	{
		...run('video/queue', 'files as first and last image', {
			...job,
			model: typed('video-image'),
			options: {
				media: { medium: [file('image_url', 'photo'), file('end_image_url', 'photo')] },
				cameraPath: JSON.stringify(poses),
			},
		}),
		items: itemWith(files),
	},
	{
		...run('video/queue', 'a picture in a field', {
			...job,
			model: typed('video-image'),
			startImage: 'binary',
			inputBinaryField: 'photo',
		}),
		items: itemWith(files),
	},
	run('video/queue', 'a picture behind a link', {
		...job,
		model: typed('video-image'),
		startImage: 'url',
		fileUrl: 'https://files.example.com/photo.png',
	}),
	run('video/queue', 'a face, with consent', {
		...job,
		model: typed('video-consent'),
		options: {
			media: { medium: [medium('image_url', 'face.png'), medium('end_image_url', 'end.png')] },
			consent: { given: { flow: CONSENT_FLOW, terms: true, right: true, screening: true } },
		},
	}),
];

/** Videos that are enlarged and enhanced. */
const upscaled: FullRun[] = [
	run('video/upscale', 'a video behind a link', {
		model: typed('video-enhance'),
		...{ fileSource: 'url', fileUrl: link('old.mp4'), upscaleFactor: 4 },
		options: {
			enhancement: {
				enhancementModel: listed('natural-2'),
				targetFps: 60,
				slowdownFactor: 2,
				outputFormat: 'prores',
				h264Output: false,
				compression: 0.1,
				noise: 0.2,
				halo: 0.3,
				recoverDetail: 0.4,
				grain: 0.05,
				softness: 2,
				creativity: 0.5,
				realism: 0.6,
				sharp: 0.7,
			},
		},
	}),
	{
		...run('video/upscale', 'a video in a field', {
			model: typed('video-upscale'),
			inputBinaryField: 'clip',
		}),
		items: itemWith(files),
	},
];

const waitedFor = (run: FullRun): FullRun => ({
	...run,
	prepare: async (world: ServiceUnderTest): Promise<INodeParameters> => {
		letJobsGoOn(world);
		return {};
	},
});

/** The same jobs, waited for. */
const generated = queued.map((run) => waitedFor({ ...run, operation: 'generate' }));

export const video: FullRuns = {
	node,
	runs: [
		run('video/quote', 'everything that sets a price', {
			model: job.model,
			duration: job.duration,
			options: {
				aspectRatio: listed('16:9'),
				audio: true,
				resolution: listed('720p'),
				referenceVideoDuration: 12,
			},
		}),
		...queued,
		...generated,
		...upscaled.map(waitedFor),
		{
			...run('video/retrieve', 'a finished job', {
				model: job.model,
				options: { deleteMediaOnCompletion: true },
			}),
			prepare: finishedJob,
		},
		{ ...run('video/delete', 'a finished job', { model: job.model }), prepare: finishedJob },
		run('recording/transcribe', 'an online video', {
			url: 'https://video.example.com/watch?v=1',
			outputAs: 'text',
		}),
	],
};
