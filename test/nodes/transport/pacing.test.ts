import { accessTo } from '../../engine/access';
import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { fastClock } from '../../engine/fastClock';
import { runNode, type RunNodeOptions } from '../../engine/runNode';
import { startService } from '../../service/service';

const fast = fastClock(20);
const LIMIT = 20;

type Options = Omit<RunNodeOptions, 'credentials' | 'credentialTypes'>;

const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ json: { text: `Item ${n}` } }));

const chats = (count: number): Options => ({
	node: new InferenceChat(),
	parameters: { model: typed('text-code'), prompt: '={{ $json.text }}' },
	items: items(count),
});

const images = (count: number): Options => ({
	node: new InferenceImage(),
	parameters: { model: typed('image-basic'), prompt: '={{ $json.text }}' },
	items: items(count),
});

const calls = (count: number): Options => ({
	node: new InferenceCryptoRpc(),
	parameters: {
		network: typed('ethereum-mainnet'),
		method: 'eth_blockNumber',
		options: { idempotencyKey: '={{ $json.text.replace(/ /g, "-") + $now.toMillis() }}' },
	},
	items: items(count),
});

/** Runs at the same time, at a service of their own. */
async function begin(...runs: Options[]) {
	const service = await startService({
		...{ limits: { L: LIMIT, image: LIMIT, rpc: 40 }, now: fast.now },
	});
	const access = accessTo(service);
	return {
		service,
		results: Promise.all(runs.map(async (options) => await runNode({ ...access, ...options }))),
		refused: () => service.journal.filter(({ status }) => status !== 200),
	};
}

let manyItems: Awaited<ReturnType<typeof begin>>;
let manyRuns: typeof manyItems;
let oneUser: typeof manyItems;

// They mostly wait, so they all begin together.
beforeAll(async () => {
	fast.install();
	pacerByAccount.clear();
	manyItems = await begin(chats(2 * LIMIT));
	manyRuns = await begin(chats(15), chats(15), images(15), images(15));
	oneUser = await begin(calls(12), calls(12));
});
afterAll(async () => {
	for (const { service } of [manyItems, manyRuns, oneUser]) await service.close();
	fast.restore();
});

/** In flight at once, of one run. The clock runs faster than the machine: where that is busy, calls overtake each other or land in the next window. */
const IN_FLIGHT = 5;

it('keeps to the limit however many items there are, and pays for each once', async () => {
	const { service, results, refused } = manyItems;
	expect((await results)[0]?.items).toHaveLength(2 * LIMIT);
	expect(refused().length).toBeLessThan(IN_FLIGHT);
	expect(service.ledger).toHaveLength(2 * LIMIT);
});

it('brings runs of several nodes with one key to their end, few calls refused', async () => {
	const { service, results, refused } = manyRuns;
	const runs = await results;
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(refused().length).toBeLessThanOrEqual(runs.length * IN_FLIGHT);
	expect(service.ledger).toHaveLength(60);
});

it('sends JSON-RPC calls of one user one at a time, whatever runs ask for them', async () => {
	const { service, results, refused } = oneUser;
	expect((await results).map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(refused()).toEqual([]);
	expect(service.maxInFlight).toBe(1);
});
