import { join } from 'node:path';
import { startDemoHost } from './demoHost.mjs';
import { lifetime } from './lifetime.mjs';
import { dataFolder } from './paths.mjs';
import { describeError } from './plainError.mjs';
import { settledPort } from './ports.mjs';
import { checkOwnNode } from './requirements.mjs';

let stopping = 'Stopping ...';
const life = lifetime({ onSignal: () => console.log(`\n${stopping}`) });

async function main() {
	if (process.argv.length > 2) {
		console.log(
			'npm start takes no options. It starts n8n with the package, the examples and the local service; Ctrl-C stops everything.\nN8N_PORT and SERVICE_PORT change the ports from 5678 and 4010.',
		);
		return;
	}
	checkOwnNode();
	const port = await settledPort('N8N_PORT', 5678, 'n8n');
	const servicePort = await settledPort('SERVICE_PORT', 4010, 'the local service');
	const { n8n, text } = await startDemoHost(life, {
		home: join(dataFolder, 'home'),
		port,
		servicePort,
		logFile: join(dataFolder, 'n8n.log'),
	});
	stopping = 'Stopping n8n and the local service ...';
	console.log(text);

	const code = await n8n.exited;
	if (life.signal.aborted) return;
	console.error(`n8n stopped with code ${code}; see ${n8n.logFile}`);
	process.exitCode = 1;
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) {
		console.error(describeError(error));
		process.exitCode = 1;
	}
}
await life.stopAll();
