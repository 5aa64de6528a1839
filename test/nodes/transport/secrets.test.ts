import type { INodeParameters, INodeType } from 'n8n-workflow';

import { openWallet } from '../../../lib/wallet/wallet';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { FULL_RUNS } from '../../coverage/runs/all';
import { rowsHere } from '../../engine/rows';
import type { RunNodeOptions } from '../../engine/runNode';
import type { Fault } from '../../service/service';
import { everything } from '../everything';
import { sample } from '../../rounds';
import { WALLETS, withService } from '../withService';

const world = withService();
type Case = [name: string, node: INodeType, parameters: INodeParameters];

const WALLET_TOO = new Set(['Chat', 'Image', 'Audio', 'Video', 'Embeddings', 'Web', 'Crypto RPC']);

/** One run of every operation of every node. */
/** Run Cost reads what n8n keeps with the execution, and sends nothing. */
const asksTheService = ({ resource }: { resource?: unknown }) => resource !== 'runCost';

const operations = FULL_RUNS.filter(({ node }) => node.poll === undefined).flatMap(
	({ node, runs }) => {
		const title = node.description.displayName.replace('Inference ', '');
		const first = new Map(
			[...runs].reverse().map((run) => [`${run.resource} ${run.operation}`, run]),
		);
		return [...first.values()].filter(asksTheService).map((run) => ({
			title: `${title}: ${[run.resource, run.operation].filter(Boolean).join(' ')}`,
			action: { ...(run.resource && { resource: run.resource }), operation: run.operation },
			node,
			run,
			group: title,
		}));
	},
);
const withWallet = operations.filter(({ group }) => WALLET_TOO.has(group));

const x402: Case[] = [
	['wallet balance', new InferenceX402(), { resource: 'balance', operation: 'get' }],
	['transactions', new InferenceX402(), { resource: 'transaction', operation: 'getAll' }],
	['payment options', new InferenceX402(), { resource: 'paymentOption', operation: 'getAll' }],
	[
		'top-up',
		new InferenceX402(),
		{ resource: 'balance', operation: 'topUp', maxAmount: 10, dryRun: false },
	],
];

const outcomes: Array<[name: string, fault: Fault | undefined]> = [
	['success', undefined],
	['refusal', { status: 401, body: { error: 'No' } }],
	['server error', { status: 500, body: { error: 'No' }, times: 9 }],
	['broken connection', { cut: 'before', times: 9 }],
	['broken answer', { cut: 'midway', times: 9 }],
];

const HEADERS = ['sign-in-with-x', 'payment-signature'];

/** The headers that were sent, and the signatures inside them. */
function signed(): string[] {
	return world.service.journal.flatMap(({ headers }) =>
		HEADERS.flatMap((name) => {
			const header = headers[name];
			if (header === undefined) return [];
			const text = Buffer.from(header, 'base64').toString('utf8');
			return [header, ...(text.match(/"(?:signature|transaction)":"([^"]+)"/g) ?? [])];
		}),
	);
}

/** Each operation meets one of the outcomes, and each outcome a fifth of the operations. */
const some = <T>(rows: readonly T[], outcome: string): T[] =>
	rowsHere(
		sample(
			rows,
			5,
			outcomes.findIndex(([name]) => name === outcome),
		),
		2,
	);

const pathsOf = () => new Set(world.service.journal.map(({ path }) => path));

describe.each(outcomes)('no secret shows on %s', (outcome, fault) => {
	it.each(some(operations, outcome))('$title with a key', async ({ node, run, action }) => {
		const made = await run.prepare?.(world);
		if (fault) world.service.fault(fault);
		const parameters = { ...run.parameters, ...made, ...action };
		const whole = everything(await world.run({ node, items: run.items, parameters }));
		expect(whole.length).toBeGreaterThan(500);
		expect(whole).not.toContain(world.service.keys.user);
		expect(whole).not.toContain('Bearer');
		expect(pathsOf().size).toBeGreaterThan(0);
	});

	it.each(some(withWallet, outcome))('$title with a wallet', async ({ node, run, action }) => {
		world.service.credit(WALLETS.evm.address, 50);
		const made = await run.prepare?.(world);
		if (fault) world.service.fault(fault);
		const authentication = 'wallet';
		const parameters = { ...run.parameters, ...made, ...action, authentication };
		await showsNothing(node, { items: run.items, parameters });
	});

	it.each(x402)('X402: %s', async (name, node, parameters) => {
		// More would be above what a day allows, and nothing would be signed.
		world.service.credit(WALLETS.evm.address, 5);
		// A top-up is signed after a first answer, which must be the real one.
		const header = name === 'top-up' ? 'payment-signature' : undefined;
		if (fault) world.service.fault({ ...fault, header });
		await showsNothing(node, { parameters, executionId: `${outcome} ${name}` });
		expect(signed().length > 0).toBe(name !== 'payment options');
		const paying = world.service.journal.filter(({ headers }) => 'payment-signature' in headers);
		expect(paying.length > 0).toBe(name === 'top-up');
	});
});

async function showsNothing(node: INodeType, run: Omit<RunNodeOptions, 'node'>): Promise<void> {
	const whole = everything(await world.run({ ...world.walletAccess(), node, ...run }));
	expect(whole.length).toBeGreaterThan(500);
	expect(whole.toLowerCase()).not.toContain(WALLETS.evm.privateKey);
	for (const secret of signed()) expect(whole).not.toContain(secret);
}

it('prints a wallet without its key', () => {
	const wallet = openWallet('evm', WALLETS.evm.privateKey);
	expect(everything(wallet)).not.toContain(WALLETS.evm.privateKey);
});
