import assert from 'node:assert/strict';
import { postgresCredential } from '../databaseSettings.mjs';
import { byId } from '../flow.mjs';
import { packageName } from '../paths.mjs';
import { findPgvector, pgvectorPackage } from '../services.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { withOutside } from '../workflows.mjs';
import { button } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

const langchain = '@n8n/n8n-nodes-langchain';
const texts = [
	'You can return shoes within thirty days.',
	'The delivery of a parcel takes two or three days.',
	'Our shop is open from nine to six.',
];
const question = 'How long does the delivery of a parcel take?';

/** @param {string} type @param {string} to */
const link = (type, to) => ({ node: to, type, index: 0 });

/**
 * Texts into a vector store and one found again by a question, with the embeddings of this package.
 * @param {string} name
 * @param {string} store type of the vector store
 * @param {object} place which store: parameters of both its nodes
 * @returns {import('../workflows.mjs').Workflow}
 */
function storeFlow(name, store, place) {
	const embeddings = { type: `${packageName}.embeddingsInference`, typeVersion: 1 };
	const nodes = [
		{ name: button, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Texts',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ texts }), options: {} },
		},
		{
			name: 'Split',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'texts', options: {} },
		},
		{
			name: 'Insert',
			type: `${langchain}.${store}`,
			typeVersion: 1.3,
			parameters: { mode: 'insert', ...place },
		},
		{
			name: 'Find',
			type: `${langchain}.${store}`,
			typeVersion: 1.3,
			parameters: { mode: 'load', prompt: question, topK: 1, ...place },
			executeOnce: true,
		},
		{
			name: 'Loader',
			type: `${langchain}.documentDefaultDataLoader`,
			typeVersion: 1.1,
			parameters: { jsonMode: 'expressionData', jsonData: '={{ $json.texts }}', options: {} },
		},
		{
			name: 'Embeddings',
			...embeddings,
			parameters: { model: byId('embedding-basic'), options: { batchSize: 2 } },
		},
		{
			name: 'Embeddings of the Question',
			...embeddings,
			parameters: { model: byId('embedding-basic'), options: { encodingFormat: 'base64' } },
		},
	].map((node, index) => ({ id: `node-${index + 1}`, position: [200 * index, 0], ...node }));
	const connections = {
		[button]: { main: [[link('main', 'Texts')]] },
		Texts: { main: [[link('main', 'Split')]] },
		Split: { main: [[link('main', 'Insert')]] },
		Insert: { main: [[link('main', 'Find')]] },
		Loader: { ai_document: [[link('ai_document', 'Insert')]] },
		Embeddings: { ai_embedding: [[link('ai_embedding', 'Insert')]] },
		'Embeddings of the Question': { ai_embedding: [[link('ai_embedding', 'Find')]] },
	};
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** @param {Scene} scene @param {import('../workflows.mjs').Workflow} workflow @param {object} [outside] */
async function findAgain({ rest, service, credential }, workflow, outside = {}) {
	const before = service.requests('/embeddings').length;
	const saved = await putWorkflow(rest, withOutside(withCredential(workflow, credential), outside));
	const execution = await runWorkflow(rest, saved, button);
	const [found] = itemsOf(execution, 'Find');
	assert.equal(found?.json.document.pageContent, texts[1]);
	assert.ok(found.json.score > 0);
	const asked = service.requests('/embeddings').slice(before);
	assert.deepEqual([asked.at(-1).body.input].flat(), [question]);
	const { runData } = execution.data.resultData;
	for (const node of ['Embeddings', 'Embeddings of the Question']) {
		/** @type {any} */
		const run = runData[node]?.[0];
		assert.ok(run.data.ai_embedding[0][0].json.usage.total_tokens > 0, `${node} shows its usage`);
	}
}

/**
 * Inference Embeddings Model under n8n's vector stores.
 * @param {Scene} scene
 */
export async function checkVectorStores(scene) {
	const { rest, startDatabase, check } = scene;
	await check('embeddings: n8n’s in-memory store finds a text by meaning', async () => {
		const memoryKey = byId('checked');
		await findAgain(scene, storeFlow('Store in memory', 'vectorStoreInMemory', { memoryKey }));
	});
	if (!startDatabase || !findPgvector()) {
		console.log(
			`PGVector was skipped, as there is no PostgreSQL with it: apt-get install postgresql ${pgvectorPackage()}`,
		);
		return;
	}
	await check('embeddings: PGVector on PostgreSQL finds a text by meaning', async () => {
		const database = await (await startDatabase()).databaseNamed('vectors');
		await database.query('CREATE EXTENSION vector');
		const postgres = await putCredential(rest, postgresCredential(database));
		const workflow = storeFlow('Store in PostgreSQL', 'vectorStorePGVector', {
			tableName: 'passages',
		});
		await findAgain(scene, workflow, { postgres });
		const [{ texts: count, dimensions }] = await database.query(
			'SELECT count(*)::int AS texts, max(vector_dims(embedding)) AS dimensions FROM passages',
		);
		assert.deepEqual({ count, dimensions }, { count: texts.length, dimensions: 256 });
	});
}
