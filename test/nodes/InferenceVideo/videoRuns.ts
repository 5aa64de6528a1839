import type { INodeParameters } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { listed, typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { letJobsGoOn } from '../jobTime';
import type { ServiceUnderTest } from '../withService';

const node = new InferenceVideo();

type Others = Omit<RunNodeOptions, 'node' | 'parameters'>;

/** Runs of the video node in which the jobs of the service go on while the node waits. */
export function videoRuns(world: ServiceUnderTest) {
	beforeEach(() => letJobsGoOn(world));
	const job = {
		resource: 'video',
		operation: 'generate',
		model: typed('video-basic'),
		prompt: 'A paper boat',
		duration: listed('5s'),
	};
	return {
		generate: async (parameters: INodeParameters = {}, others: Others = {}) =>
			await world.run({ node, parameters: { ...job, ...parameters }, ...others }),
		retrieve: async (
			id: string,
			queueId: unknown,
			parameters: INodeParameters = {},
			others: Others = {},
		) =>
			await world.run({
				node,
				parameters: {
					resource: 'video',
					operation: 'retrieve',
					model: typed(id),
					queueId: String(queueId),
					...parameters,
				},
				...others,
			}),
		/** The requests in order, each with its status. */
		journal: () => world.service.journal.map(({ path, status }) => `${path} ${status}`),
		privateVideo: { model: typed('video-private') },
	};
}
