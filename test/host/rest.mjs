import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'flatted';
import { PlainError } from './plainError.mjs';

/** @typedef {{ id: string, status: string, workflowId: string, customData: Record<string, string>, data: { resultData: ResultData } }} Execution */
/** @typedef {{ runData: Record<string, NodeRun[]>, metadata?: Record<string, string>, error?: { message: string, description?: string }, lastNodeExecuted?: string }} ResultData */
/** @typedef {{ data?: { main: (Item[] | null)[] }, error?: { message: string } }} NodeRun */
/** @typedef {{ json: Record<string, any>, binary?: Record<string, any> }} Item */

/**
 * The answer of n8n. A GET is sent again when its connection breaks: on a busy machine n8n closes an idle one in the moment
 * in which it is used again.
 * @param {string} address @param {RequestInit & { method: string }} init
 * @returns {Promise<Response>}
 */
async function sent(address, init, attempts = init.method === 'GET' ? 3 : 1) {
	try {
		return await fetch(address, init);
	} catch (error) {
		if (attempts > 1) return await sent(address, init, attempts - 1);
		const { cause } = /** @type {Error} */ (error);
		throw new PlainError(`n8n was not reached with ${init.method} ${address}: ${cause ?? error}`);
	}
}

/** The events of a stream that has ended, each of them JSON. @param {string} text */
const eventsIn = (text) =>
	text
		.split('\n')
		.filter((line) => line.startsWith('data: '))
		.map((line) => JSON.parse(line.slice(6)));

/**
 * Logs in to n8n and gives what the editor itself uses.
 * @param {string} url
 * @param {{ email: string, password: string }} account
 */
export async function connect(url, account) {
	let cookie = '';

	/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<{ response: Response, data: any }>} */
	const request = async (method, path, body, attempts = 30) => {
		const response = await sent(`${url}/rest${path}`, {
			method,
			headers: {
				...(cookie && { cookie }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		// On a busy machine n8n takes its database for lost, and refuses everything until it has asked again.
		if (text.includes('Database is not ready!') && attempts > 1) {
			await wait(1_000);
			return await request(method, path, body, attempts - 1);
		}
		if (!response.ok)
			throw new PlainError(
				`n8n refused ${method} ${path} with ${response.status}: ${text.slice(0, 500)}`,
			);
		const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
		if (isStream) return { response, data: eventsIn(text) };
		return { response, data: text ? JSON.parse(text).data : undefined };
	};

	/** Readiness is told slightly before the routes are there. */
	const login = async () => {
		for (let attempt = 1; ; attempt++) {
			try {
				const { response } = await request('POST', '/login', {
					emailOrLdapLoginId: account.email,
					password: account.password,
				});
				return response.headers
					.getSetCookie()
					.map((line) => line.split(';')[0])
					.join('; ');
			} catch (error) {
				if (attempt === 240) throw error;
				await wait(250);
			}
		}
	};
	cookie = await login();

	/** @param {string} path @returns {Promise<any>} */
	const get = async (path) => (await request('GET', path)).data;
	/** @param {string} path @param {unknown} body @returns {Promise<any>} */
	const post = async (path, body) => (await request('POST', path, body)).data;
	/** @param {string} path @param {unknown} body @returns {Promise<any>} */
	const put = async (path, body) => (await request('PUT', path, body)).data;
	/** @param {string} path @param {unknown} body @returns {Promise<any>} */
	const patch = async (path, body) => (await request('PATCH', path, body)).data;

	/** @param {string} path @returns {Promise<any>} */
	const remove = async (path) => (await request('DELETE', path)).data;

	/** The descriptions of all nodes, as the editor gets them. @returns {Promise<{ name: string, displayName: string }[]>} */
	const nodeTypes = async () => {
		const response = await fetch(`${url}/types/nodes.json`, { headers: { cookie } });
		return await /** @type {Promise<any>} */ (response.json());
	};

	/** @param {string} id @returns {Promise<Execution>} */
	const execution = async (id) => {
		const found = await get(`/executions/${id}`);
		return { ...found, data: parse(found.data) };
	};

	/** The bytes of a file that an execution has kept. @param {string} id */
	const binary = async (id) => {
		const query = new URLSearchParams({ id, action: 'download' });
		const response = await fetch(`${url}/rest/binary-data?${query}`, { headers: { cookie } });
		if (!response.ok) throw new PlainError(`n8n gave no file ${id}: ${response.status}`);
		return Buffer.from(await response.arrayBuffer());
	};

	/** A page or file of n8n. @param {string} path */
	const open = (path) => sent(`${url}${path}`, { method: 'GET', headers: { cookie } });

	return { url, get, post, put, patch, remove, execution, nodeTypes, binary, open };
}

/** @typedef {Awaited<ReturnType<typeof connect>>} Rest */
