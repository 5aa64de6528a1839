import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { everything } from '../everything';
import { REGISTERED } from '../registered';
import { sample } from '../../rounds';
import { WALLETS, withService } from '../withService';

const world = withService();

/** What somebody may write who can use a shared credential and not read it; SECRET stands for the field with the key. */
const LEAKS = [
	'={{ SECRET }}',
	'={{ $node[SECRET].json }}',
	'={{ $(SECRET).item.json }}',
	'={{ $items(SECRET) }}',
	'={{ SECRET.startsWith("0") ? $node["nowhere"].json : "yes" }}',
	'={{ SECRET.charCodeAt(3) % 2 ? $("nowhere").first() : "yes" }}',
	'={{ JSON.parse(SECRET) }}',
	'={{ JSON.stringify($credentials) }}',
	'={{ Object.values($credentials).join() }}',
	'={{ $evaluateExpression("{{ SECRET }}") }}',
	'={{ new Date(SECRET).toISOString() }}',
	'={{ $jmespath(SECRET, SECRET) }}',
	'={{ (() => { throw new Error(SECRET); })() }}',
	'={{ DateTime.fromISO("2026-01-01").setZone(SECRET).toISO() }}',
];

const PLACES: Array<[place: string, parameters: (text: string) => RunNodeOptions['parameters']]> = [
	['a field', (text) => ({ prompt: text })],
	['an option', (text) => ({ prompt: 'Hi', options: { advanced: { user: text } } })],
	['the model', (text) => ({ prompt: 'Hi', model: { __rl: true, mode: 'id', value: text } })],
];

const MODES = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const CHAT = { operation: 'complete', model: { __rl: true, mode: 'id', value: 'default' } };

describe.each(PLACES)('an expression in %s sees nothing of the credential', (_place, place) => {
	it.each(LEAKS)('an expression sees nothing of the credential: %s', async (leak) => {
		// The modes take turns.
		for (const continueOnFail of sample(MODES, 3, LEAKS.indexOf(leak))) {
			for (const authentication of ['apiKey', 'wallet']) {
				const said = await Promise.all([0, 1].map(async (key) => await told(key, authentication)));
				// An outcome that depended on the key would tell it, bit by bit.
				expect(said[0]).toBe(said[1]);
			}

			async function told(key: number, authentication: string): Promise<string> {
				const isWallet = authentication === 'wallet';
				const secret = [WALLETS.evm.privateKey, `f${WALLETS.evm.privateKey.slice(1)}`][key] ?? '';
				const access = isWallet
					? world.walletAccess({ privateKey: secret })
					: world.accessWith({ apiKey: secret });
				const text = leak.replaceAll(
					'SECRET',
					`$credentials.${isWallet ? 'privateKey' : 'apiKey'}`,
				);
				const parameters = { ...CHAT, ...place(text), authentication };
				const node = new InferenceChat();
				const run = { ...access, node, parameters, executionId: `${key}` };
				const result = await world.run({ ...run, ...(continueOnFail && { continueOnFail }) });
				expect(everything(result).toLowerCase()).not.toContain(secret);
				for (const { body } of world.service.journal) {
					expect(everything(body).toLowerCase()).not.toContain(secret);
				}
				return JSON.stringify([result.status, result.error?.message, result.outputs.length]);
			}
		}
	});
});

const ACTIONS = REGISTERED.map(({ className, create }) => ({ className, node: create() })).filter(
	({ node }) => node.description.requestDefaults !== undefined,
);

const UNLISTED = [
	'gone',
	'',
	'__CUSTOM_API_CALL__',
	'constructor',
	'={{ "complete" }}',
	'={{ $node[$credentials.privateKey].json }}',
];

describe.each(ACTIONS)('$className sends nothing for an operation it does not list', ({ node }) => {
	const { displayName, properties } = node.description;
	const menu = properties.find(({ name }) => name === 'resource');
	const place = menu ? ` of the resource "${String(menu.default)}"` : '';
	const access = () => ({ ...world.walletAccess(), ...bothCredentials() });
	const bothCredentials = () => ({
		credentials: { ...world.accessWith({}).credentials, ...world.walletAccess().credentials },
	});

	it.each(UNLISTED)('nothing is sent for %p, which is not listed', async (operation) => {
		// n8n takes an expression for plain text where a parameter allows none.
		const given = operation.replace(/^=/, '');
		const message = `The operation "${given}"${place} does not exist in the node "${displayName}"`;
		const parameters = { operation };
		const stopped = await world.run({ ...access(), node, parameters });
		expect(stopped).toMatchObject({ status: 'error', error: { message: `${message}` } });
		expect(stopped.error?.description).toMatch(/^Choose the operation from the list/);
		const continued = await world.run({
			...access(),
			node,
			parameters,
			continueOnFail: 'continueRegularOutput',
		});
		expect(continued.outputs[0]).toMatchObject([
			{ json: { error: `${message}` }, pairedItem: { item: 0 } },
		]);
		expect(world.service.journal).toEqual([]);
	});
});

it('sends nothing for an unlisted operation of a tool', async () => {
	const run = { ...world.walletAccess(), node: new InferenceX402(), asTool: true };
	const { error } = await world.run({ ...run, parameters: { operation: 'gone' } });
	expect(error?.message).toContain('The operation "gone" of the resource "balance" does not exist');
	expect(world.service.journal).toEqual([]);
});

it('sends nothing for a resource that no menu lists', async () => {
	const parameters = { resource: 'gone', operation: 'get' };
	const run = { ...world.walletAccess(), node: new InferenceX402(), parameters };
	const { error } = await world.run(run);
	expect(error?.message).toContain('The resource "gone" does not exist');
	expect(world.service.journal).toEqual([]);
});
