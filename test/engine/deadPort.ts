import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

const PORT = 0;
const [STOP] = [1];
const FILL_MS = 300;

/** Listens and never accepts: the queue of the port is filled, so that no further connection is made. */
const LISTENER = `
const { parentPort, workerData } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
	const shared = new Int32Array(workerData);
	shared[0] = server.address().port;
	Atomics.notify(shared, 0);
	parentPort.postMessage(shared[0]);
	setImmediate(() => Atomics.wait(shared, 1, 0));
});
`;

/** A port of this machine on which a connection is neither made nor refused. */
export interface DeadPort {
	port: number;
	close(): Promise<void>;
}

/** Opens a port whose queue is full. */
export async function deadPort(): Promise<DeadPort> {
	const shared = new SharedArrayBuffer(8);
	const state = new Int32Array(shared);
	const worker = new Worker(LISTENER, { eval: true, workerData: shared });
	await once(worker, 'message');
	const port = state[PORT] ?? 0;
	const filling: Socket[] = [];
	for (let isFull = false; !isFull;) {
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => undefined);
		filling.push(socket);
		isFull = await Promise.race([
			once(socket, 'connect').then(() => false),
			new Promise<boolean>((resolve) => setTimeout(() => resolve(true), FILL_MS)),
		]);
	}
	return {
		port,
		async close() {
			for (const socket of filling) socket.destroy();
			Atomics.store(state, STOP, 1);
			Atomics.notify(state, STOP);
			await worker.terminate();
		},
	};
}
