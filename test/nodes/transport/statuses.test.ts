import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { OPERATIONS } from '../../proofs/faults/paidOperations';
import { estimateOf, FORMS, RUNS, wrongIn } from '../../proofs/faults/statuses';
import { sample } from '../../rounds';
import { NOT_AT_ORIGIN, SAFE } from '../../statusFacts';
import { withService } from '../withService';
import { letJobsGoOn } from '../jobTime';

const plenty = 10_000;
const world = withService({
	limits: { XS: plenty, S: plenty, M: plenty, L: plenty, image: plenty, audio: plenty },
	balances: { usd: plenty },
});

/** One of each way to be paid; `npm run proof -- faults` plays all operations and statuses, each in each form and way. */
const FEW = [
	'a chat',
	'an image',
	'speech of the default model',
	'embeddings',
	'a video that is waited for',
	'a recording whose length the service does not tell',
];
const OF_MANY = [408, 499, 502, 504, 507, 520, 522, 524, 599];

const operations = OPERATIONS.filter(({ name }) => FEW.includes(name));
const statuses = [...OF_MANY, 400, ...SAFE, ...NOT_AT_ORIGIN];

beforeEach(() => letJobsGoOn(world));

describe.each(operations)('$name is charged once at most, and the user knows', (paid) => {
	const turn = operations.indexOf(paid);
	let estimate: ReturnType<typeof estimateOf> | undefined;

	// Of six operations, three meet each status.
	it.each(sample(statuses, 2, turn))(
		'an answer of %i is charged once at most, and says so',
		async (status) => {
			estimate ??= estimateOf(world, paid);
			const wrong: string[] = [];
			// Each form and way takes its turn.
			for (const way of sample(RUNS, RUNS.length, turn + statuses.indexOf(status))) {
				const form = FORMS[(statuses.indexOf(status) + RUNS.indexOf(way)) % FORMS.length] ?? 'json';
				world.service.reset();
				pacerByAccount.clear();
				const found = await wrongIn(world, { paid, status, form, way }, await estimate);
				if (found !== undefined) wrong.push(found);
			}
			expect(wrong).toEqual([]);
		},
	);
});
