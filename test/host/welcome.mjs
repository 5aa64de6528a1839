import { filesFolder } from './n8n.mjs';
import { owner } from './owner.mjs';
import { readExamples } from './workflows.mjs';

/** What to click first, by the file name of the example. */
const first = [
	['first-steps', 'click "Execute workflow", then open Page and view its file'],
	['chat-automation', 'click "Open chat" and type a message'],
	['text-to-speech-file', 'click "Execute workflow", then open Inference Audio and play the file'],
];

/**
 * What `npm start` prints once everything runs.
 * @param {object} running
 * @param {string} running.url of n8n
 * @param {string} running.logFile
 * @param {string} running.home
 * @param {{ url: string, keys: { user: string } }} running.service
 * @param {{ id: string, name: string }[]} running.workflows the examples, as n8n has them
 */
export function welcome({ url, logFile, home, service, workflows }) {
	const examples = readExamples();
	/** @param {{ id: string }} workflow */
	const link = ({ id }) => `${url}/workflow/${id}`;
	const steps = first.flatMap(([file, what], at) => {
		const found = workflows.find(({ name }) => name === examples[file].name);
		return found ? [`${at + 1}. ${found.name}: ${what}\n   ${link(found)}`] : [];
	});
	const others = workflows.map((one) => `${one.name}: ${link(one)}`);
	return `
n8n is running. Log in:

Email           ${owner.email}
Password        ${owner.password}

Then open a link:

${steps.join('\n')}

n8n and the package are real. The service is a local stand-in that validates, refuses, limits and charges
like the real one, but runs no model: chat answers repeat your message (those to the prompts of the
examples are written by hand), pictures are drawings, speech comes from a small synthesizer, and the money is not real. Nothing leaves this machine.

n8n             ${url}
Local service   ${service.url}
  API key       ${service.keys.user}
Files           ${filesFolder(home)}
n8n log         ${logFile}

All examples and templates:
${others.join('\n')}

Press Ctrl-C to stop everything.`;
}
