import assert from 'node:assert/strict';
import {
	creditWallet,
	localCredential,
	localWallet,
	putWithTable,
	withLocalModels,
} from '../demo.mjs';
import { putCredential, runWorkflow, withCredential, withOutside } from '../workflows.mjs';

/** @typedef {import('../workflows.mjs').Workflow} Workflow */
/** @typedef {import('./checklist.mjs').Scene} Scene */

/** What a person, or another service, would send to a trigger. @type {Record<string, object>} */
const arrivals = {
	chatTrigger: {
		json: { sessionId: 'rehearsal', action: 'sendMessage', chatInput: 'What is a lighthouse for?' },
	},
	telegramTrigger: {
		json: { message: { chat: { id: 1 }, voice: { file_id: 'voice' } } },
		binary: {
			data: {
				data: globalThis.Buffer.from('fff314c4'.padEnd(48, '0').repeat(50), 'hex').toString(
					'base64',
				),
				mimeType: 'audio/mpeg',
				fileName: 'voice.mp3',
			},
		},
	},
};
const startable =
	/\.(manualTrigger|scheduleTrigger|inferenceUsageTrigger|chatTrigger|telegramTrigger)$/;

/** The workflow with what is not of this package, and reaches out, deactivated: in a rehearsal it would run for real. @param {Workflow} workflow */
const withoutOthers = (workflow) => {
	const { nodes, ...rest } = withOutside(workflow, {});
	return {
		...rest,
		// An example that keeps no executions leaves nothing to look at.
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node) => ({
			...node,
			disabled: (node.disabled ?? false) || /\.httpRequest$/.test(node.type),
			...(arrivals[node.type.split('.').at(-1) ?? ''] && { disabled: false }),
		})),
	};
};

/** What went out that costs money or changes something. @param {{ method: string, path: string }[]} journal */
const sent = (journal) =>
	journal.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/quote'));

/** What has a cost among all that the nodes gave. @param {import('../rest.mjs').Execution} execution */
const pricedItems = ({ data }) =>
	Object.values(data.resultData.runData)
		.flat()
		.flatMap(({ data: outputs }) => (outputs?.main ?? []).flatMap((items) => items ?? []))
		.map(({ json }) => json)
		.filter(({ cost }) => cost === null || Object(cost).currency !== undefined);

/**
 * Every example, rehearsed from each of its triggers to its end, and what its price tag says beside what the same run is charged in earnest.
 * @param {Scene} scene
 * @param {Record<string, Workflow>} examples
 */
export async function checkRehearsal(scene, examples) {
	const { rest, service, check } = scene;
	creditWallet(service);
	/** @param {object} data */
	const credentialsWith = async (data) => {
		const made = [localWallet(service), localCredential(service)].map(async (one) => {
			const name = `${one.name} rehearsing`;
			return await putCredential(rest, { ...one, name, data: { ...one.data, ...data } });
		});
		const [wallet, key] = await Promise.all(made);
		return { ...(key ?? assert.fail()), wallet };
	};
	const rehearsing = await credentialsWith({ rehearsal: true });

	/** @param {string} file @param {Workflow} example @param {string} name @param {any} credential */
	const runAll = async (file, example, name, credential) => {
		const ready = withCredential(withLocalModels(file, withoutOthers(example)), credential);
		const saved = await putWithTable(rest, { ...ready, name: `${example.name} (${name})` });
		const ended = [];
		for (const node of saved.nodes) {
			if (!startable.test(node.type) || /^Once: /.test(node.name)) continue;
			const item = arrivals[node.type.split('.').at(-1) ?? ''];
			const before = { journal: service.journal.length, ledger: service.ledger.length };
			const execution = await runWorkflow(rest, saved, node.name, undefined, item);
			const charged = service.ledger.slice(before.ledger);
			ended.push({
				execution,
				sent: sent(service.journal.slice(before.journal)),
				charged: charged.reduce((/** @type {number} */ sum, { usd = 0 }) => sum + usd, 0),
			});
		}
		return ended;
	};

	/** @type {{ file: string, tag: number, charged: number }[]} */
	const tags = [];
	for (const [file, example] of Object.entries(examples)) {
		await check(`example ${file}: rehearsed to its end, and nothing paid arrives`, async () => {
			const rehearsed = await runAll(file, example, 'rehearsal', rehearsing);
			assert.deepEqual(
				rehearsed.flatMap((one) => one.sent),
				[],
			);
			const tag = rehearsed.reduce(
				(sum, { execution: { customData = {} } }) =>
					sum + Number(customData.inferenceRehearsalUsd ?? 0),
				0,
			);
			for (const { execution } of rehearsed) {
				assert.equal(execution.customData?.inferenceCostUsd, undefined);
				for (const { cost, rehearsal } of pricedItems(execution)) {
					assert.equal(rehearsal, true);
					assert.ok(cost === null || cost.estimated === true || cost.amount === 0);
				}
			}
			const earnest = await runAll(file, example, 'in earnest', scene.credential);
			const charged = earnest.reduce((sum, one) => sum + one.charged, 0);
			console.log(`    ${file}: ${tag.toFixed(6)} USD rehearsed, ${charged.toFixed(6)} charged`);
			tags.push({ file, tag, charged });
		});
	}
	// A price that is not known is marked as unknown, as that of a blockchain call.
	await check('what is rehearsed has a price tag of no less than half of its charge', () => {
		const low = tags.filter(({ tag, charged }) => tag > 0 && tag < charged / 2);
		assert.deepEqual(low, []);
		const without = tags.filter(({ tag, charged }) => charged > 0 && tag === 0);
		assert.ok(without.length < 3, JSON.stringify(without));
	});
}
