import { ROOTS } from '../../../lib/privacy/enclave/question';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import type { FullRuns } from '../../coverage/fullRun';
import { run, typed } from '../../coverage/given';
import { FULL_RUNS } from '../../coverage/runs/all';
import { CHARACTERS } from '../../service/characters/seeded';
import { modelsOf } from '../../service/models/catalogue';

const LIMIT_LOG = {
	path: '/api_keys/rate_limits/log',
	status: 200,
	body: {
		object: 'list',
		data: [
			{
				apiKeyId: 'key',
				modelId: 'text-basic',
				rateLimitTier: 'paid',
				rateLimitType: 'RPM',
				timestamp: '2026-01-01T00:00:00.000Z',
			},
		],
	},
};

const reviewed = CHARACTERS.find(({ character }) => character.stats.ratingCount > 3)?.character
	.slug;

/** What only some answers have: an entry of the log, a review, a video behind a link, and models of every type. */
const MORE_RUNS: FullRuns[] = [
	{
		node: new InferenceBilling(),
		runs: [
			{
				...run('rateLimit/getLog', 'an entry'),
				prepare: async ({ service }) => {
					service.fault({ ...LIMIT_LOG });
					return {};
				},
			},
		],
	},
	{
		node: new InferenceCharacters(),
		runs: [
			run('review/getAll', 'with a summary', {
				character: typed(reviewed ?? ''),
				options: { includeSummary: true },
			}),
		],
	},
	{
		node: new InferenceVideo(),
		runs: [
			run('video/queue', 'a private video', {
				model: typed('video-private'),
				prompt: 'A paper boat',
				duration: '5s',
			}),
		],
	},
	{
		node: new InferenceModels(),
		runs: [
			run('model/getAll', 'every model', { type: 'all', returnAll: true }),
			{
				...run('enclave/verify', 'an enclave of the tests'),
				prepare: async ({ service }) => {
					Object.assign(ROOTS, service.enclaveRoots);
					service.enclave({ collateral: { status: 'SWHardeningNeeded' } });
					const collateral = JSON.stringify(service.collateral());
					return await Promise.resolve({ model: typed('e2ee-private'), enclave: { collateral } });
				},
			},
			...modelsOf('all').map(({ record: { id } }) => run('model/get', id, { model: typed(id) })),
		],
	},
];

/** Runs of every operation whose items, taken together, have every field that it can return. */
export const ALL_RUNS: FullRuns[] = [...FULL_RUNS, ...MORE_RUNS];
