import assert from 'node:assert/strict';
import { agentVersions, chatWithTools, memories } from '../agentCalls.mjs';
import { postgresCredential } from '../databaseSettings.mjs';
import { localCredential } from '../demo.mjs';
import { packageName } from '../paths.mjs';
import { NotHere } from '../plainError.mjs';
import { startScriptedModel, waysToNumber } from '../scriptedModel.mjs';
import { putCredential } from '../workflows.mjs';

/** The chat model of this package with a credential for that service. @param {import('../rest.mjs').Rest} rest @param {string} url */
export async function modelAt(rest, url) {
	const local = localCredential({ url, keys: { user: 'scripted' } });
	return {
		node: {
			...{ type: `${packageName}.lmChatInference`, typeVersion: 1 },
			parameters: { model: { __rl: true, mode: 'id', value: 'm' } },
		},
		credentials: {
			inferenceServiceApi: await putCredential(rest, { ...local, name: 'Scripted model' }),
		},
	};
}

/**
 * Conversations with the tools of n8n's agents: however a service numbers its calls, each tool runs as often as the model asks, each result
 * reaches the model with its own call, and no request is paid for in vain.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkAgentCalls({ rest, startDatabase, check }) {
	const service = await startScriptedModel();
	const model = await modelAt(rest, service.url);
	for (const memory of memories) {
		for (const agent of agentVersions) {
			await check(
				`agent ${agent}, memory: ${memory}: each call is run and heard once`,
				async () => {
					const lacksDatabase = memory === 'postgres' && !startDatabase;
					if (lacksDatabase)
						throw new NotHere('there is no PostgreSQL: apt-get install postgresql');
					const postgres = await postgresFor(memory);
					const talk = await chatWithTools(rest, service, {
						...{ agent, memory, tag: 'own', model, postgres },
					});
					for (const way of waysToNumber) {
						for (const parallel of [false, true]) {
							const { troubles } = await talk(way, parallel);
							assert.deepEqual(troubles, [], `numbered ${way}`);
						}
					}
				},
			);
		}
	}

	await check('two agents that share a model hear the results of their own calls', async () => {
		const setting = { agent: 3.1, memory: 'simple', tag: 'own', model, agents: 2 };
		const talk = await chatWithTools(rest, service, setting);
		for (const way of waysToNumber) {
			const { troubles } = await talk(way, false);
			assert.deepEqual(troubles, [], `numbered ${way}`);
		}
	});
	service.close();

	/** @param {string} memory */
	async function postgresFor(memory) {
		if (memory !== 'postgres' || !startDatabase) return undefined;
		return await putCredential(rest, postgresCredential(await startDatabase()));
	}
}
