import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import type { Fault, LocalService } from '../../service/service';

/** Something that would go on for longer than any test may take, and when to stop it. */
interface Stop {
	node: INodeType;
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	faults: Fault[];
	/** Whether it is under way by now. */
	underWay(service: LocalService): boolean;
	/** How long a job takes, in milliseconds. */
	jobMs?: number;
	/** A job was paid for, and the error must name it. */
	job?: boolean;
}

const model = (value: string) => ({ mode: 'id', value });
const chat = {
	node: new InferenceChat(),
	parameters: {
		model: model('text-mini'),
		prompt: '={{ $json.prompt }}',
		options: { retriesAndLimits: { maxWait: 3_600 } },
	},
	items: Array.from({ length: 30 }, (_, index) => ({ json: { prompt: `Question ${index}` } })),
};
const song = {
	node: new InferenceAudio(),
	parameters: {
		resource: 'music',
		operation: 'generate',
		model: model('music-basic'),
		prompt: 'Rain',
	},
};
const answered = (count: number) => (service: LocalService) =>
	service.journal.filter(({ status }) => status > 0).length >= count;

export const STOPS: Record<string, Stop> = {
	'a wait before the next try': {
		...chat,
		items: chat.items.slice(0, 1),
		faults: [{ status: 503, body: { error: 'Full' }, headers: { 'retry-after': '900' }, times: 9 }],
		underWay: answered(1),
	},
	'a pause after 429': {
		...chat,
		faults: [
			{
				status: 429,
				body: { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' },
				headers: { 'x-ratelimit-remaining-requests': '0', 'retry-after': '900' },
				times: 30,
			},
		],
		underWay: answered(1),
	},
	'answers that are long in coming': {
		...chat,
		faults: [{ delayMs: 900_000, times: 30 }],
		underWay: (service) => service.journal.length >= 1,
	},
	'a slow download': {
		node: new InferenceAudio(),
		parameters: {
			resource: 'speech',
			operation: 'generate',
			text: 'Good morning',
			options: { outputFormat: 'wav' },
		},
		faults: [{ slow: { pieces: 9_000, everyMs: 100 } }],
		underWay: answered(1),
	},
	'a slow upload': {
		node: new InferenceAudio(),
		parameters: { resource: 'recording', operation: 'transcribe', model: model('asr-basic') },
		items: [
			{
				json: {},
				binary: {
					data: {
						data: Buffer.alloc(20_000_000).toString('base64'),
						mimeType: 'audio/wav',
						fileName: 'long.wav',
					},
				},
			},
		],
		faults: [{ unreadMs: 900_000 }],
		underWay: (service) => service.maxInFlight > 0,
	},
	'a walk over many pages': {
		node: new InferenceBilling(),
		parameters: {
			resource: 'usage',
			operation: 'getAll',
			returnAll: true,
			options: { pageSize: 10 },
		},
		faults: [{ delayMs: 500, times: 5_000 }],
		underWay: answered(3),
	},
	'a wait for a job': {
		...song,
		faults: [],
		underWay: (service) => service.requests('/audio/retrieve').length >= 1,
		jobMs: 3_600_000,
		job: true,
	},
	'a slow download of a job': {
		...song,
		faults: [{ path: '/audio/retrieve', slow: { pieces: 9_000, everyMs: 100 } }],
		underWay: (service) => service.requests('/audio/retrieve').some(({ status }) => status > 0),
		jobMs: 0,
		job: true,
	},
};
