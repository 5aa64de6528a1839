import { mkdirSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { startDaemon } from './daemon.mjs';
import { PlainError } from './plainError.mjs';
import { freePort } from './ports.mjs';
import { findRedis } from './services.mjs';

const host = '127.0.0.1';

/**
 * Starts an empty Redis on loopback that writes nothing to disk; `life` stops it.
 * @param {{ folder: string, life: ReturnType<typeof import('./lifetime.mjs').lifetime> }} options folder: emptied first, holds the log
 */
export async function startRedis({ folder, life }) {
	const command = findRedis();
	if (!command) throw new PlainError('Redis is not on this machine: see test/host/services.mjs');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const port = await freePort();
	await startDaemon({
		what: 'Redis',
		command,
		args: ['--bind', host, '--port', String(port), '--save', '', '--appendonly', 'no'],
		cwd: folder,
		logFile: join(folder, 'redis.log'),
		stopSignal: 'SIGTERM',
		answers: () => ping(port),
		life,
	});
	return { host, port };
}

/** @param {number} port @returns {Promise<void>} */
function ping(port) {
	return new Promise((resolve, reject) => {
		const socket = createConnection({ host, port }, () => socket.write('PING\r\n'));
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('closed')));
		socket.once('data', (answer) => {
			socket.destroy();
			if (answer.toString().startsWith('+PONG')) resolve();
			else reject(new Error(String(answer)));
		});
	});
}
