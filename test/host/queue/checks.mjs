import { checkAsk } from '../checks/ask.mjs';
import { checklist } from '../checks/checklist.mjs';
import { putCredentials } from '../demo.mjs';
import { owner } from '../owner.mjs';
import { connect } from '../rest.mjs';
import { startLocalService } from '../service.mjs';
import { readExamples } from '../workflows.mjs';
import { checkFeed } from './feed.mjs';
import { checkHandOver } from './handOver.mjs';
import { checkLicensed } from './licensed.mjs';
import { checkLoad } from './load.mjs';
import { checkSpeechOnWorker } from './speech.mjs';

/**
 * Everything that is checked in queue mode.
 * @param {object} options
 * @param {import('./cluster.mjs').Cluster} options.cluster
 * @param {import('../slack.mjs').Slack} options.slack
 * @param {{ each: number, limit: number, mostRefused: number }} options.load
 * @param {ReturnType<typeof import('../lifetime.mjs').lifetime>} options.life
 */
export async function runQueueChecks({ cluster, slack, load, life }) {
	const { limit } = load;
	const service = await startLocalService({ limits: { XS: limit, S: limit, M: limit, L: limit } });
	life.add(() => service.close());
	const { check, summary } = checklist();
	const { url } = cluster;
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const scene = { rest, service, credential, slack, home: '', check, url, cluster };
	/** @type {Record<string, object | undefined>} */
	const figures = {};
	figures.entries = await checkFeed(scene, async () => {
		figures.load = await checkLoad(scene, load);
		await checkSpeechOnWorker(scene);
		figures.files = await checkHandOver(scene);
	});
	// n8n keeps the wait: the worker that asked is gone when the answer comes.
	const { 'ask-before-spending': ask } = readExamples();
	await checkAsk(scene, ask, () => cluster.crashWorker('worker-1'));
	figures.licensed = await checkLicensed(scene);
	return { ...summary(), figures };
}
