import type { INodeParameters } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { letJobsGoOn } from '../jobTime';
import type { ServiceUnderTest } from '../withService';

const node = new InferenceVideo();
const model = (value: string) => ({ mode: 'id', value });

type Others = Omit<RunNodeOptions, 'node' | 'parameters'>;

/** Runs of the video node in which the jobs of the service go on while the node waits. */
export function videoRuns(world: ServiceUnderTest) {
	beforeEach(() => letJobsGoOn(world));
	const job = {
		resource: 'video',
		operation: 'generate',
		model: model('video-basic'),
		prompt: 'A paper boat',
		duration: { mode: 'list', value: '5s' },
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
					model: model(id),
					queueId: String(queueId),
					...parameters,
				},
				...others,
			}),
		/** The requests in order, each with its status. */
		journal: () => world.service.journal.map(({ path, status }) => `${path} ${status}`),
		privateVideo: { model: model('video-private') },
	};
}
