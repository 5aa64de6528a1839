import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server of a test listen on this machine for as long as the tests of a file run. */
export function listening(server: Server) {
	beforeAll(async () => {
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	});
	afterAll(() => {
		if (server instanceof HttpServer) server.closeAllConnections();
		server.close();
	});
	return {
		get port() {
			return (server.address() as AddressInfo).port;
		},
		get url() {
			return `http://127.0.0.1:${this.port}`;
		},
	};
}
