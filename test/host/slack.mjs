import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blockProblems } from './blockKit.mjs';
import { hostFolder } from './paths.mjs';

/** @typedef {{ channel: string, text?: string, blocks?: object[], thread_ts?: string }} Message */
/** @typedef {{ name: string, size: number, type: string, bytes: Buffer, channel?: string, thread?: string }} Upload */

const token = 'xoxb-local';
const channels = {
	'#inference-spend': 'C0SPEND0001',
	'#inference-alerts': 'C0ALERTS001',
	'#product-images': 'C0IMAGES001',
};

/** As a user would fill it in. */
const credential = { name: 'Slack (local)', type: 'slackApi', data: { accessToken: token } };

/**
 * Starts what stands in for Slack: it refuses what Slack refuses, and keeps what arrived. n8n reaches it in place of Slack when it is
 * started with `env`; workflows and Slack nodes stay as they are.
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life
 */
export async function startSlack(life) {
	/** @type {Message[]} */
	const messages = [];
	/** @type {Upload[]} */
	const files = [];
	/** @type {string[]} */
	const refused = [];

	/** @param {Message} message */
	const post = ({ channel, ...rest }) => {
		const id = channels[/** @type {keyof typeof channels} */ (channel)];
		if (!id) return { ok: false, error: 'channel_not_found' };
		if (rest.blocks && blockProblems(rest.blocks).length > 0)
			return { ok: false, error: 'invalid_blocks', problems: blockProblems(rest.blocks) };
		if (!rest.text && !rest.blocks) return { ok: false, error: 'no_text' };
		messages.push({ channel, ...rest });
		return { ok: true, channel: id, ts: `1700000000.${String(messages.length).padStart(6, '0')}` };
	};

	/** @param {URLSearchParams} query */
	const offer = (query) => {
		const [name, size] = [query.get('filename') ?? '', Number(query.get('length'))];
		if (!name || !(size > 0)) return { ok: false, error: 'invalid_arguments' };
		const count = files.push({ name, size, type: '', bytes: Buffer.alloc(0) });
		const address = `https://files.slack.com/upload/v1/${count}`;
		return { ok: true, file_id: `F${count}`, upload_url: address };
	};

	/** @param {Upload} file @param {Buffer} body @param {string} type */
	const take = async (file, body, type) => {
		const form = await new globalThis.Response(new Uint8Array(body), {
			headers: { 'content-type': type },
		}).formData();
		const sent = /** @type {File} */ (form.get('file'));
		file.bytes = Buffer.from(await sent.arrayBuffer());
		file.type = sent.type;
		return `OK - ${file.bytes.length}`;
	};

	/** @param {{ files: { id: string }[], channel_id?: string, thread_ts?: string }} body */
	const complete = ({ files: ids, channel_id: channel, thread_ts: thread }) => {
		if (!Object.values(channels).includes(String(channel)))
			return { ok: false, error: 'channel_not_found' };
		for (const { id } of ids) {
			const file = files[Number(id.slice(1)) - 1];
			if (!file || file.bytes.length !== file.size) return { ok: false, error: 'file_not_found' };
			Object.assign(file, { channel, thread });
		}
		return { ok: true, files: ids };
	};

	/** @param {string} route @param {URL} url @param {Buffer} body @param {string} type */
	const answer = async (route, url, body, type) => {
		const upload = /^POST files\.slack\.com\/upload\/v1\/(\d+)$/.exec(route);
		const file = files[Number(upload?.[1]) - 1];
		if (file) return await take(file, body, type);
		if (route === 'POST slack.com/api/chat.postMessage') return post(JSON.parse(body.toString()));
		if (route === 'GET slack.com/api/files.getUploadURLExternal') return offer(url.searchParams);
		if (route === 'POST slack.com/api/files.completeUploadExternal')
			return complete(JSON.parse(body.toString()));
		return { ok: false, error: 'unknown_method' };
	};

	const server = createServer((request, response) => {
		void (async () => {
			const url = new URL(`${request.url}`, 'http://local');
			const route = `${request.method} ${request.headers['x-asked-host']}${url.pathname}`;
			const body = Buffer.concat(await request.toArray());
			const known = request.headers.authorization === `Bearer ${token}`;
			const said = known
				? await answer(route, url, body, `${request.headers['content-type']}`)
				: { ok: false, error: 'invalid_auth' };
			if (typeof said === 'object' && !said.ok) refused.push(`${route}: ${JSON.stringify(said)}`);
			const text = typeof said === 'string' ? said : JSON.stringify(said);
			response.setHeader(
				'content-type',
				typeof said === 'string' ? 'text/plain' : 'application/json',
			);
			response.end(text);
		})().catch((error) => response.destroy(error));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	life.add(() => server.close());
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const env = {
		SLACK_STAND_IN: `http://127.0.0.1:${port}`,
		NODE_OPTIONS: `--import=${pathToFileURL(join(hostFolder, 'slackRedirect.mjs'))}`,
	};
	return { env, credential, messages, files, refused };
}

/** @typedef {Awaited<ReturnType<typeof startSlack>>} Slack */
