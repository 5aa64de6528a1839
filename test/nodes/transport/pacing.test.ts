import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { fastClock } from '../../engine/fastClock';
import { runNode, type RunNodeOptions } from '../../engine/runNode';
import { startService, type LocalService } from '../../service/service';

const fast = fastClock(20);
const LIMIT = 20;
let service: LocalService;

beforeAll(() => fast.install());
beforeEach(async () => {
	pacerByAccount.clear();
	service = await startService({ limits: { L: LIMIT, image: LIMIT, rpc: 40 }, now: fast.now });
});
afterEach(async () => await service.close());
afterAll(() => fast.restore());

const run = async (options: RunNodeOptions) =>
	await runNode({
		credentialTypes: [new InferenceServiceApi()],
		credentials: {
			inferenceServiceApi: {
				baseUrl: service.url,
				apiKey: service.keys.user,
				namePrefix: 'service',
			},
		},
		...options,
	});

const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ json: { text: `Item ${n}` } }));

const chats = async (count: number) =>
	await run({
		node: new InferenceChat(),
		parameters: { model: typed('text-code'), prompt: '={{ $json.text }}' },
		items: items(count),
	});

const images = async (count: number) =>
	await run({
		node: new InferenceImage(),
		parameters: { model: typed('image-basic'), prompt: '={{ $json.text }}' },
		items: items(count),
	});

const calls = async (count: number) =>
	await run({
		node: new InferenceCryptoRpc(),
		parameters: {
			network: typed('ethereum-mainnet'),
			method: 'eth_blockNumber',
			options: { idempotencyKey: '={{ $json.text.replace(/ /g, "-") + $now.toMillis() }}' },
		},
		items: items(count),
	});

const refused = () => service.journal.filter(({ status }) => status !== 200);

/** In flight at once, of one run. The clock runs faster than the machine: where that is busy, calls overtake each other or land in the next window. */
const IN_FLIGHT = 5;

it('keeps to the limit however many items there are, and pays for each once', async () => {
	const { items } = await chats(2 * LIMIT);
	expect(items).toHaveLength(2 * LIMIT);
	expect(refused().length).toBeLessThan(IN_FLIGHT);
	expect(service.ledger).toHaveLength(2 * LIMIT);
});

it('shares the limits of a key between the runs and nodes of a process', async () => {
	const runs = await Promise.all([chats(15), chats(15), images(15), images(15)]);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(refused().length).toBeLessThanOrEqual(runs.length * IN_FLIGHT);
	expect(service.ledger).toHaveLength(60);
});

it('sends JSON-RPC calls of one user one at a time, whatever runs ask for them', async () => {
	const runs = await Promise.all([calls(12), calls(12)]);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(refused()).toEqual([]);
	expect(service.maxInFlight).toBe(1);
});
