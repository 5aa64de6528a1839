import { HumanMessage } from '@langchain/core/messages';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { prepared, type FullRun } from '../../coverage/fullRun';
import { run } from '../../coverage/given';
import { FULL_RUNS } from '../../coverage/runs/all';
import { runPoll } from '../../engine/runPoll';
import { supply } from '../../engine/supply';
import { chatModel, streamed, tool } from '../LmChatInference/chatModel';
import { readSchema, schemaPath } from '../schemas/files';
import type { JsonSchema } from '../schemas/schemaOf';
import type { ServiceUnderTest } from '../withService';

/** What came of one item: the item, or its error. */
export type Outcome = INodeExecutionData | (Error & Pick<INodeExecutionData, 'pairedItem'>);

/** Something that reads answers of the service, several at once. */
export interface Case {
	name: string;
	/** The schema of its items, where it has one and gives what it shaped itself. */
	schema?: JsonSchema;
	/** How many inputs a copy has. */
	inputs: number;
	/** After how many copies one is run in the same way again, where they differ. */
	modes?: number;
	/** Calls `tamper` once what it needs is at the service. Each item is paired with its input. */
	run(world: ServiceUnderTest, copies: number, tamper: () => void): Promise<Outcome[]>;
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
const outcomesOf = async (asked: Array<Promise<IDataObject>>): Promise<Outcome[]> =>
	await Promise.all(
		asked.map(async (work, item): Promise<Outcome> => {
			return await work.then((json) => ({ json, pairedItem: { item } }), errorOf);
		}),
	);

const WALLET: FullRun[] = [
	run('balance/topUp', 'dry', { maxAmount: 10 }),
	run('balance/topUp', 'paid', { maxAmount: 10, dryRun: false }),
	run('balance/get', 'balance'),
	run('transaction/getAll', 'all', { returnAll: true }),
	run('paymentOption/getAll', 'all'),
];

/** What the schema of an operation does not bind: the whole answer of the service, and what a network said. */
const FREE = (run: FullRun) =>
	run.parameters?.simplify === false || run.resource === 'rpc' || run.operation === 'complete';

function nodeCase(node: INodeType, run: FullRun, wallet: boolean): Case {
	const { resource, operation, name, items = [{ json: {} }], prepare } = run;
	const schema = readSchema(schemaPath(node.constructor.name, resource, operation));
	return {
		name: [node.description.displayName, resource, operation, name].filter(Boolean).join(' > '),
		inputs: items.length,
		...(FREE(run) || schema === '' ? {} : { schema: JSON.parse(schema) as JsonSchema }),
		async run(world, copies, tamper) {
			const parameters = prepared(run.parameters, await prepare?.(world));
			tamper();
			const result = await world.run({
				...(wallet ? world.walletAccess() : world.access),
				node,
				items: Array.from({ length: copies }, () => items).flat(),
				parameters: { ...parameters, ...(resource && { resource }), operation },
				continueOnFail: 'continueRegularOutput',
			});
			const made = (result.outputs[0] ?? []).map(({ pairedItem, ...item }): Outcome => {
				return item.error
					? Object.assign(item.error as Error, { pairedItem })
					: { ...item, pairedItem };
			});
			return result.error ? [...made, result.error] : made;
		},
	};
}

function pollCase(node: INodeType, run: FullRun): Case {
	return {
		name: `${node.description.displayName} > ${run.name}`,
		inputs: 1,
		modes: 4,
		async run(world, copies, tamper) {
			tamper();
			const outcomes: Outcome[] = [];
			for (let copy = 0; copy < copies; copy++) {
				const poll = { ...world.access, node, parameters: run.parameters };
				const mode = copy % 4 === 3 ? 'manual' : 'trigger';
				const polled = runPoll({ ...poll, mode });
				outcomes.push(
					...(await polled
						.then(({ items }) => items ?? [{ json: { nothing: true } }])
						.then((items) => items.map((item) => ({ ...item, pairedItem: { item: copy } })))
						.catch((error: unknown) => [errorOf(error)])),
				);
			}
			return outcomes;
		},
	};
}

const question = [new HumanMessage('Hello')];

function chatCase(name: string, way: 'invoke' | 'stream', tools: boolean): Case {
	return {
		name: `Inference Chat Model > ${name}`,
		inputs: 1,
		async run(world, copies, tamper) {
			tamper();
			const asked = Array.from({ length: copies }, async () => {
				const { response } = await chatModel(world.access);
				const bound = (
					tools ? response.bindTools([tool('one')], { tool_choice: 'any' }) : response
				) as typeof response;
				const answer =
					way === 'invoke'
						? await bound.invoke(question)
						: // How many pieces a read of the connection has is chance.
							(await streamed(bound, question)).message;
				return JSON.parse(JSON.stringify({ answer })) as IDataObject;
			});
			return await outcomesOf(asked);
		},
	};
}

const embedding: Case = {
	name: 'Inference Embeddings Model > documents',
	inputs: 1,
	async run(world, copies, tamper) {
		tamper();
		const node = new EmbeddingsInference();
		const parameters = { model: { __rl: true, mode: 'id', value: 'embedding-basic' } };
		const asked = Array.from({ length: copies }, async () => {
			const { response } = await supply<Embedder>({ node, ...world.access, parameters });
			const vectors = await response.embedDocuments(['One', 'Two']);
			if (!vectors.flat().every(Number.isFinite)) throw new TypeError('An odd vector');
			return { vectors };
		});
		return await outcomesOf(asked);
	},
};

/** Every operation of every node, the trigger and the sub-nodes. */
export const CASES: Case[] = [
	...FULL_RUNS.flatMap(({ node, runs }) =>
		runs.map((run) => (node.poll ? pollCase(node, run) : nodeCase(node, run, false))),
	),
	...WALLET.map((run) => nodeCase(new InferenceX402(), run, true)),
	chatCase('whole', 'invoke', false),
	chatCase('streamed', 'stream', false),
	chatCase('with a tool', 'invoke', true),
	chatCase('with a tool, streamed', 'stream', true),
	embedding,
];

/** Nodes whose cases are played together, so that those of the others run beside them. */
export const GROUPS = {
	text: ['Chat', 'Chat Model', 'Decisions', 'Embeddings', 'Embeddings Model', 'Web'],
	images: ['Image', 'Video'],
	sound: ['Audio'],
	account: [
		...['Models', 'Characters', 'Billing', 'API Keys', 'Crypto RPC', 'X402', 'Usage Trigger'],
	],
};
export type Group = keyof typeof GROUPS;

/** Those of the cases that belong to a group; throws where one belongs to none. */
export function casesOf<One extends { name: string }>(cases: One[], group: Group): One[] {
	const nodeOf = ({ name }: One) => name.replace('Inference ', '').split(' > ')[0] ?? '';
	const known: string[] = Object.values(GROUPS).flat();
	const other = cases.find((one) => !known.includes(nodeOf(one)));
	if (other !== undefined) throw new Error(`${other.name} is in no group`);
	return cases.filter((one) => GROUPS[group].includes(nodeOf(one)));
}
