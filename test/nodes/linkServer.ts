import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server behind download links answers next: a status, or with 200 something in place of the file, or half of the file. */
export type LinkAnswer = number | 'page' | 'json' | 'empty' | 'half';

const IN_PLACE = {
	page: { type: 'text/html', text: '<html><title>Please wait</title></html>' },
	json: { type: 'application/json', text: '{"error":{"message":"Link expired"}}' },
	empty: { type: 'audio/mpeg', text: '' },
};

/** A server of files that is not the service; each path has answers of its own, and then its file. */
export class LinkServer {
	/** The paths that were asked for, in order, and how often. */
	readonly asked: string[] = [];
	/** Whether a request carried a credential. */
	sawKey = false;
	private readonly answers = new Map<string, LinkAnswer[]>();
	private readonly server: Server;

	/** `file` is what its links deliver. */
	constructor(public file: { bytes: Buffer; type: string }) {
		this.server = createServer((request, response) => {
			const path = request.url ?? '';
			this.asked.push(path);
			this.sawKey ||= request.headers.authorization !== undefined;
			const answer = this.answers.get(path)?.shift();
			if (answer === 'half') {
				const { type, bytes } = this.file;
				response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
				response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
				return;
			}
			if (typeof answer === 'string') {
				const { type, text } = IN_PLACE[answer];
				response.writeHead(200, { 'content-type': type });
				response.end(text);
				return;
			}
			if (answer !== undefined) {
				response.writeHead(answer, { 'content-type': 'application/xml' });
				response.end('<Error><Code>NoSuchKey</Code></Error>');
				return;
			}
			response.writeHead(200, { 'content-type': this.file.type });
			response.end(this.file.bytes);
		});
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	reset(): void {
		this.answers.clear();
		this.asked.length = 0;
		this.sawKey = false;
	}

	/** A link whose server answers so before it delivers the file. */
	link(path: string, answers: LinkAnswer[] = []): string {
		this.answers.set(path, [...answers]);
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
	}
}
