import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { files, itemWith, listed, typed } from '../coverage/given';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../engine/runNode';
import { inGroups, withOptions } from '../engine/withOptions';
import { silentMp3 } from '../service/media/mp3';
import type { LocalService } from '../service/service';
import { letJobsGoOn } from './jobTime';
import { LinkServer } from './linkServer';
import type { ServiceUnderTest } from './withService';

/** An operation that queues a job, waits for it and returns its file. */
export interface JobCase {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	/** Where its jobs are queued and asked after, below the base URL. */
	path: string;
	/** What its links deliver. */
	file: { bytes: Buffer; type: string };
}

const SONG = { bytes: silentMp3(2), type: 'audio/mpeg' };

const VIDEO: JobCase = {
	name: 'video',
	node: new InferenceVideo(),
	path: '/video',
	file: { bytes: Buffer.from(files.clip.data, 'base64'), type: 'video/mp4' },
	parameters: {
		...{ resource: 'video', operation: 'generate', model: typed('video-basic') },
		...{ prompt: 'Lanterns over a lake', duration: listed('5s') },
	},
};
export const MUSIC: JobCase = {
	name: 'music',
	node: new InferenceAudio(),
	path: '/audio',
	file: SONG,
	parameters: {
		...{ resource: 'music', operation: 'generate', model: typed('music-basic') },
		...{ prompt: 'A slow waltz', options: { durationSeconds: 30 } },
	},
};
const VOICE: JobCase = {
	name: 'voice conversion',
	node: new InferenceAudio(),
	path: '/audio/voice-changer',
	file: SONG,
	parameters: { resource: 'voice', operation: 'convert', model: typed('timbre-basic') },
	items: itemWith({ data: files.voice }),
};
export const JOBS = [VIDEO, MUSIC, VOICE] as const;

/** What servers answer to a job, in order; after that, the local service answers. */
export interface Story {
	/** What is added to the answer that queues it. */
	queued?: object;
	/** Answers to polls: a status with a body, or the body of a 200. */
	polls?: Poll[];
}

export interface Poll {
	status?: number;
	body?: unknown;
	/** How often; once where it is not said. */
	times?: number;
}

/** How a job that was played came out. */
export interface Outcome extends RunNodeResult {
	/** How often the job was paid for. */
	paid: number;
}

/** Where jobs are played: the service and what a run needs to reach it. */
export interface JobWorld {
	service: LocalService;
	access: Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;
}

/** Lets servers answer so to the jobs that are queued from now on. */
export function tellStory(service: LocalService, { path }: JobCase, { queued, polls = [] }: Story) {
	if (queued !== undefined) {
		service.fault({
			path: `${path}/queue`,
			rewriteAnswer: async (answer) => {
				const { payload } = answer;
				const json = 'json' in payload ? { ...(payload.json as object), ...queued } : queued;
				return { ...answer, payload: { json } };
			},
		});
	}
	for (const { status = 200, body, times } of polls) {
		const contentType = typeof body === 'string' ? 'text/html' : 'application/json';
		service.fault({ path: `${path}/retrieve`, status, body, times, contentType });
	}
}

/** Runs an operation with Retry On Fail, or again as the button Retry does after a run that failed. */
export async function runJob(
	{ service, access }: JobWorld,
	{ node, parameters, items }: JobCase,
	options: object = {},
	before?: RunNodeResult,
): Promise<Outcome> {
	const button = { keptData: before?.keptData, mode: 'retry', executionId: 'again' } as const;
	const result = await runNode({
		...{ ...access, node, items, retryOnFail: { maxTries: 3 } },
		...(before === undefined ? { executionId: 'first' } : button),
		parameters: withOptions(parameters, options as INodeParameters),
	});
	const paid = service.ledger.filter(({ usd }) => usd > 0).length;
	return Object.assign(result, { paid });
}

/** Runs of jobs against the local service and a server of links, in the tests of a file. */
export class JobStage {
	readonly links = new LinkServer(SONG);

	constructor(private readonly world: ServiceUnderTest) {
		beforeAll(async () => await this.links.open());
		beforeEach(() => {
			letJobsGoOn(world);
			this.links.reset();
		});
		afterAll(async () => await this.links.close());
	}

	/** The stage as a world of jobs, whose links lead to this machine. */
	get jobs(): JobWorld {
		const { service } = this.world;
		return { service, access: this.world.accessWith({ allowPrivateNetworks: true }) };
	}

	/** Runs an operation while servers answer so. */
	async play(job: JobCase, story: Story, options = {}) {
		tellStory(this.world.service, job, story);
		return await runJob(this.jobs, job, options);
	}

	/** The button Retry after a run that failed. */
	async retry(job: JobCase, before: RunNodeResult, settings = {}) {
		return await runJob(this.jobs, job, inGroups(settings), before);
	}
}
