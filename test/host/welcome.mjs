import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesFolder } from './n8n.mjs';
import { owner } from './owner.mjs';
import { readExamples } from './workflows.mjs';

/** What to click first, by the file name of the example. */
const first = [
	[
		'first-steps',
		'click "Execute workflow", then open the nodes to see an answer, a picture and a spoken file, with what they cost',
	],
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
	const steps = first.flatMap(([file, what]) => {
		const found = workflows.find(({ name }) => name === examples[file].name);
		return found ? [`   ${link(found)}\n     ${found.name}: ${what}`] : [];
	});
	const links = join(home, 'examples.md');
	writeFileSync(links, workflows.map((one) => `- [${one.name}](${link(one)})\n`).join(''));
	return `
n8n and the package are real. The service is a local stand-in that validates, refuses, limits and charges
like the real one, but runs no model: chat answers repeat your message (those to the prompts of the
examples are written by hand), pictures are drawings, speech comes from a small synthesizer, and the
money is not real. Nothing leaves this machine.

Local service   ${service.url}
  API key       ${service.keys.user}
Files           ${filesFolder(home)}
n8n log         ${logFile}
All examples    ${links}

Examples that you changed stay as they are. To get one back as it was, rename or archive yours, then stop and start again.
Press Ctrl-C to stop everything.

n8n is running:

1. Open         ${new URL('/home/workflows', url)}
2. Log in       ${owner.email}
   with         ${owner.password}
3. Try first
${steps.join('\n')}`;
}
