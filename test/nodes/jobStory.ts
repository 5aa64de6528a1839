import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { files, itemWith, listed, typed } from '../coverage/given';
import type { RunNodeOptions, RunNodeResult } from '../engine/runNode';
import { withOptions } from '../engine/withOptions';
import { silentMp3 } from '../service/media/mp3';
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
}

const VIDEO: JobCase = {
	name: 'video',
	node: new InferenceVideo(),
	path: '/video',
	parameters: {
		...{ resource: 'video', operation: 'generate', model: typed('video-basic') },
		...{ prompt: 'Lanterns over a lake', duration: listed('5s') },
	},
};
export const MUSIC: JobCase = {
	name: 'music',
	node: new InferenceAudio(),
	path: '/audio',
	parameters: {
		...{ resource: 'music', operation: 'generate', model: typed('music-basic') },
		...{ prompt: 'A slow waltz', options: { durationSeconds: 30 } },
	},
};
const VOICE: JobCase = {
	name: 'voice conversion',
	node: new InferenceAudio(),
	path: '/audio/voice-changer',
	parameters: { resource: 'voice', operation: 'convert', model: typed('timbre-basic') },
	items: itemWith({ data: files.voice }),
};
export const JOBS = [VIDEO, MUSIC, VOICE];

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

/** Runs of jobs against the local service and a server of links, with Retry On Fail. */
export class JobStage {
	readonly links = new LinkServer({ bytes: silentMp3(2), type: 'audio/mpeg' });

	constructor(private readonly world: ServiceUnderTest) {
		beforeAll(async () => await this.links.open());
		beforeEach(() => {
			letJobsGoOn(world);
			this.links.reset();
		});
		afterAll(async () => await this.links.close());
	}

	/** Runs an operation while servers answer so. */
	async play(job: JobCase, { queued, polls = [] }: Story, options = {}) {
		const { service } = this.world;
		const { path } = job;
		if (queued !== undefined) {
			service.fault({
				path: `${path}/queue`,
				rewrite: async (answer) => {
					const { payload } = answer;
					const json = 'json' in payload ? { ...(payload.json as object), ...queued } : queued;
					return { ...answer, payload: { json } };
				},
			});
		}
		for (const { status = 200, body, times } of polls) {
			const isPage = typeof body === 'string';
			const contentType = isPage ? 'text/html' : 'application/json';
			service.fault({ path: `${path}/retrieve`, status, body, times, contentType });
		}
		return await this.run(job, { retryOnFail: { maxTries: 3 }, executionId: 'first' }, options);
	}

	/** The button Retry after a run that failed. */
	async retry(job: JobCase, before: RunNodeResult, settings = {}) {
		const button = { keptData: before.keptData, mode: 'retry', executionId: 'again' } as const;
		const retriesAndLimits = settings as INodeParameters;
		return await this.run(job, { ...button, retryOnFail: { maxTries: 3 } }, { retriesAndLimits });
	}

	private async run(
		{ node, parameters, items }: JobCase,
		how: Partial<RunNodeOptions>,
		options: object,
	): Promise<Outcome> {
		const given = withOptions(parameters, options as INodeParameters);
		// The links lead to this machine.
		const access = this.world.accessWith({ allowPrivateNetworks: true });
		const result = await this.world.run({ ...access, node, items, ...how, parameters: given });
		const paid = this.world.service.ledger.filter(({ usd }) => usd > 0).length;
		return Object.assign(result, { paid });
	}
}
