import { createServer } from 'node:http';
import { until } from './until.mjs';

/** @typedef {{ chat_id: string | number, text?: string, parse_mode?: string, caption?: string, audio?: { name: string, type: string, bytes: Buffer } }} Sent */

/** @param {import('node:http').IncomingMessage} request @param {Buffer} body @returns {Promise<any>} */
async function fieldsOf(request, body) {
	const type = `${request.headers['content-type']}`;
	if (!type.startsWith('multipart/form-data')) return JSON.parse(body.toString() || '{}');
	const form = await new globalThis.Response(new Uint8Array(body), {
		headers: { 'content-type': type },
	}).formData();
	const { audio, ...fields } = Object.fromEntries(form);
	const file = /** @type {File} */ (audio);
	const bytes = Buffer.from(await file.arrayBuffer());
	return { ...fields, audio: { name: file.name, type: file.type, bytes } };
}

/**
 * Starts what stands in for Telegram, whose address is part of n8n's credential: it keeps the messages that it is sent, hands
 * out the files that it is given, and writes to the bot as Telegram does.
 */
export async function startTelegram() {
	const accessToken = '1:local';
	/** @type {Sent[]} */
	const messages = [];
	/** @type {Map<string, Buffer>} */
	const voices = new Map();
	/** @type {{ url: string, secret_token: string } | undefined} */
	let webhook;

	/** @param {Sent} message */
	const keep = (message) => {
		messages.push(message);
		return { message_id: messages.length, text: message.text };
	};
	/** What each method of the Bot API returns. @type {Record<string, (body: any) => unknown>} */
	const methods = {
		sendMessage: keep,
		sendAudio: keep,
		getWebhookInfo: () => ({ url: webhook?.url ?? '' }),
		setWebhook: (body) => Boolean((webhook = body)),
		deleteWebhook: () => !(webhook = undefined),
		getFile: ({ file_id: id }) => voices.has(id) && { file_id: id, file_path: `voice/${id}.oga` },
	};

	const server = createServer((request, response) => {
		void (async () => {
			const body = Buffer.concat(await request.toArray());
			const { pathname, searchParams } = new URL(`${request.url}`, 'http://local');
			const file = voices.get(
				new RegExp(`^/file/bot${accessToken}/voice/(.+)\\.oga$`).exec(pathname)?.[1] ?? '',
			);
			if (file) return response.end(file);
			const method = new RegExp(`^/bot${accessToken}/(\\w+)$`).exec(pathname)?.[1] ?? '';
			const fields = { ...Object.fromEntries(searchParams), ...(await fieldsOf(request, body)) };
			const result = methods[method]?.(fields);
			response.statusCode = result ? 200 : 404;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(result ? { ok: true, result } : { ok: false, error_code: 404 }));
		})().catch((error) => response.destroy(error));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const data = { accessToken, baseUrl: `http://127.0.0.1:${port}` };
	const credential = { name: 'Telegram (local)', type: 'telegramApi', data };

	/** n8n sets the webhook a moment after the workflow is published. */
	const published = () => until('the webhook of the bot', () => webhook);

	/** Writes to the bot, and gives the status of its answer. @param {object} message @param {string} [secret] */
	const write = async (message, secret) => {
		const { url, secret_token: own } = await published();
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'x-telegram-bot-api-secret-token': secret ?? own,
			},
			body: JSON.stringify({ update_id: 1, message }),
		});
		return response.status;
	};
	return { credential, messages, voices, write, close: () => server.close() };
}
