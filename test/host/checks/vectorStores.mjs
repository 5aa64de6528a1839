import assert from 'node:assert/strict';
import { postgresCredential } from '../databaseSettings.mjs';
import { byId } from '../flow.mjs';
import { findPgvector, pgvectorPackage } from '../services.mjs';
import {
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { button } from './play.mjs';
import { answer, batchSize, question, texts, vectorFlow } from './vectorFlow.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

/**
 * Runs the workflow of a store: the documents go in batches, both ways of asking find the right one, and the run data show what each
 * request cost.
 * @param {Scene} scene
 * @param {import('../workflows.mjs').Workflow} workflow
 * @param {Parameters<typeof withOutside>[1]} [outside]
 */
async function findAgain({ rest, service, credential }, workflow, outside = {}) {
	const path = '/embeddings';
	const before = service.requests(path).length;
	const paid = service.ledger.length;
	const saved = await putWorkflow(rest, withOutside(withCredential(workflow, credential), outside));
	const execution = await runWorkflow(rest, saved, button);
	const [found] = itemsOf(execution, 'Find');
	assert.equal(found?.json.document.pageContent, answer);
	assert.ok(found.json.score > 0);
	assert.ok(String(itemsOf(execution, 'AI Agent')[0]?.json.output).includes(answer));

	const asked = service.requests(path).slice(before);
	const last = texts.length % batchSize;
	assert.deepEqual(
		asked.map((/** @type {any} */ { body }) => [body.input].flat().length),
		[batchSize, batchSize, last, 1, 1],
	);
	for (const { body } of asked.slice(-2)) assert.deepEqual([body.input].flat(), [question]);
	const runs = ['Embeddings', 'Embeddings of the Question', 'Embeddings of the Tool'].flatMap(
		(name) => execution.data.resultData.runData[name] ?? [],
	);
	/** @type {any[]} */
	const shown = runs.map((/** @type {any} */ { data }) => data.ai_embedding[0][0].json);
	assert.ok(shown.every(({ usage }) => usage.total_tokens > 0));
	const charged = service.ledger
		.slice(paid)
		.filter((/** @type {any} */ charge) => charge.path === path)
		.map((/** @type {any} */ { usd }) => usd.toFixed(10));
	assert.deepEqual(
		shown.map(({ cost }) => cost.amount.toFixed(10)),
		charged,
	);
}

/** @param {Scene} scene */
async function checkPgvector(scene) {
	const { rest, startDatabase, check } = scene;
	if (!startDatabase || !findPgvector()) {
		console.log(
			`PGVector was skipped, as there is no PostgreSQL with it: apt-get install postgresql ${pgvectorPackage()}`,
		);
		return;
	}
	await check(
		'embeddings: PGVector on PostgreSQL, filled in batches, searched and as a tool',
		async () => {
			const database = await (await startDatabase()).databaseNamed('vectors');
			await database.query('CREATE EXTENSION vector');
			const postgres = await putCredential(rest, postgresCredential(database));
			const workflow = vectorFlow('Store in PostgreSQL', 'vectorStorePGVector', {
				tableName: 'passages',
			});
			await findAgain(scene, workflow, { postgres });
			const [{ texts: count, dimensions }] = await database.query(
				'SELECT count(*)::int AS texts, max(vector_dims(embedding)) AS dimensions FROM passages',
			);
			assert.deepEqual({ count, dimensions }, { count: texts.length, dimensions: 256 });
		},
	);
}

/** @param {Scene} scene */
async function checkChroma(scene) {
	const { rest, startChroma, check } = scene;
	if (!startChroma) {
		console.log(
			'Chroma was skipped, as its server does not run here: it needs glibc 2.39, or CHROMA_BINDING set to the file of an older one',
		);
		return;
	}
	await check('embeddings: Chroma, filled in batches, searched and as a tool', async () => {
		const { url } = await startChroma();
		const chromaSelfHostedApi = await putCredential(rest, {
			name: 'Chroma (local)',
			type: 'chromaSelfHostedApi',
			data: { baseUrl: url, authentication: 'none' },
		});
		const workflow = vectorFlow('Store in Chroma', 'vectorStoreChromaDB', {
			authentication: 'chromaSelfHostedApi',
			chromaCollection: byId('passages'),
		});
		await findAgain(scene, workflow, { chromaSelfHostedApi });
	});
}

/**
 * Inference Embeddings Model under n8n's vector stores that run on this machine.
 * @param {Scene} scene
 */
export async function checkVectorStores(scene) {
	await scene.check(
		'embeddings: n8n’s in-memory store, filled in batches, searched and as a tool',
		async () => {
			const memoryKey = byId('checked');
			await findAgain(scene, vectorFlow('Store in memory', 'vectorStoreInMemory', { memoryKey }));
		},
	);
	await checkPgvector(scene);
	await checkChroma(scene);
}
