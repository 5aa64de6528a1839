import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describeError } from '../plainError.mjs';

/** What n8n sells, and the sentence with which an n8n without a license refuses it. */
const features = [
	{
		name: 'twoMains',
		what: 'a second main process',
		env: { N8N_MULTI_MAIN_SETUP_ENABLED: 'true' },
		sentence: /Your license does not allow for [^.]+\./,
	},
	{
		name: 's3',
		what: 'binary data in S3',
		env: {
			N8N_DEFAULT_BINARY_DATA_MODE: 's3',
			N8N_EXTERNAL_STORAGE_S3_HOST: '127.0.0.1',
			N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME: 'files',
			N8N_EXTERNAL_STORAGE_S3_ACCESS_KEY: 'key',
			N8N_EXTERNAL_STORAGE_S3_ACCESS_SECRET: 'secret',
		},
		sentence: /S3 binary data storage requires a valid license\./,
	},
];

/**
 * Two mains and S3 cannot be checked here, as n8n refuses them without a license. Should it start one day, this check fails, and they can.
 * @param {import('../checks/checklist.mjs').Scene & { cluster: import('./cluster.mjs').Cluster }} scene
 * @returns {Promise<Record<string, string>>} what n8n says
 */
export async function checkLicensed({ check, cluster }) {
	/** @type {Record<string, string>} */
	const said = {};
	for (const { name, what, env, sentence } of features) {
		await check(`queue mode: n8n refuses ${what} without a license`, async () => {
			const { logFile, started } = cluster.startMain(name, env);
			const outcome = await started.then(
				() => 'it started',
				(/** @type {unknown} */ error) => describeError(error),
			);
			const [line] = sentence.exec(readFileSync(logFile, 'utf8')) ?? [];
			assert.ok(line, outcome);
			said[name] = line;
			console.log(`  ${said[name]}`);
		});
	}
	return said;
}
