import { agentVersions, chatWithTools, memories } from '../../host/agentCalls.mjs';
import { postgresCredential } from '../../host/databaseSettings.mjs';
import { localCredential } from '../../host/demo.mjs';
import { startScriptedModel } from '../../host/scriptedModel.mjs';
import { putCredential } from '../../host/workflows.mjs';

/** The ways to number calls that reports describe. */
const ways = ['in each turn', 'in each answer', 'not at all', 'at random'];

/**
 * Conversations with tools under each agent and memory, against a service that numbers its calls in one of several ways: how many went
 * right, and the requests that were paid for.
 * @param {import('./aiBench.mjs').Bench} bench
 */
export async function callIds({ rest, model, startDatabase }) {
	if (!startDatabase) throw new Error('There is no PostgreSQL: apt-get install postgresql');
	const service = await startScriptedModel();
	const credentials = await credentialsFor(rest, model, service.url);
	const postgres = await putCredential(rest, postgresCredential(await startDatabase()));
	/** @type {Record<string, { conversations: number, right: number, requests: number, fewest: number }>} */
	const found = {};
	for (const memory of memories) {
		for (const agent of agentVersions) {
			const talk = await chatWithTools(rest, service, {
				...{ agent, memory, tag: model.tag, postgres, model: { ...model, credentials } },
			});
			for (const way of ways) {
				const sum = (found[way] ??= { conversations: 0, right: 0, requests: 0, fewest: 0 });
				for (const parallel of [false, true]) {
					const { troubles, requests, fewest } = await talk(way, parallel);
					sum.conversations += 1;
					sum.right += troubles.length === 0 ? 1 : 0;
					sum.requests += requests;
					sum.fewest += fewest;
					if (troubles.length > 0)
						console.log(`${agent}, ${memory}, ${way}: ${troubles.join('; ').slice(0, 300)}`);
				}
			}
		}
	}
	service.close();
	return found;
}

/** @param {import('../../host/rest.mjs').Rest} rest @param {import('./aiBench.mjs').Model} model @param {string} url */
async function credentialsFor(rest, { tag }, url) {
	const name = 'Scripted model';
	const data = { apiKey: 'scripted', url, header: false };
	if (tag === 'other')
		return { openAiApi: await putCredential(rest, { name, type: 'openAiApi', data }) };
	const own = localCredential({ url, keys: { user: 'scripted' } });
	return { inferenceServiceApi: await putCredential(rest, { ...own, name }) };
}
