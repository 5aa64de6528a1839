import { join } from 'node:path';
import { call } from './agentFlow.mjs';
import { chat, openCanvas, save, succeeded, tidy } from './pictures.mjs';
import { readExamples } from './workflows.mjs';

/** @typedef {import('playwright-core').Page} Page */

const floorUsd = 5;

/** Gives the wallet that has just been asked for its balance some credit. @param {any} service */
function creditWallet(service) {
	const { path } = service
		.requests()
		.findLast((/** @type {{ path: string }} */ one) => one.path.startsWith('/x402/balance/'));
	service.credit(path.split('/').at(-1), floorUsd);
}

/**
 * Pictures of the examples with an agent, each after an answer.
 * @param {{ page: Page, url: string, service: any, workflows: (import('./workflows.mjs').Workflow & { id: string })[], folder: string }} options workflows: the examples as n8n has them
 */
export async function takeAgentPictures({ page, url, service, workflows, folder }) {
	const examples = readExamples();
	/** @param {string} file */
	const open = async (file) => {
		const saved = workflows.find(({ name }) => name === examples[file].name);
		if (!saved) throw new Error(`n8n does not have the example ${file}`);
		await openCanvas(page, url, saved.id);
		return saved;
	};
	/** @param {string} file @param {string} question */
	const answered = async (file, question) => {
		await chat(page, question);
		await succeeded(page, 'AI Agent');
		await tidy(page);
		await save(page, join(folder, `${file}.png`));
	};

	await open('agent-image-speech');
	await answered('agent-image-speech', 'Draw a lighthouse in the fog, and say good night');

	await open('agent-wallet-budget');
	await chat(page, 'Is there anything left?');
	await succeeded(page, 'Balance');
	creditWallet(service);
	await open('agent-wallet-budget');
	await answered('agent-wallet-budget', call('Search the Web', { Query: 'pears' }));
}
