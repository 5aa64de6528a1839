import { isRecord, type Json } from '../core/record';
import { seal } from './enclave/cipher';

/** The request with every text of its messages encrypted, asked for as a stream (docs/privacy.md). */
export function sealBody(body: Json, recipient: Buffer): Json {
	const messages = Array.isArray(body.messages) ? body.messages : [];
	const { service_parameters: parameters } = body;
	return {
		...body,
		messages: messages.filter(isRecord).map((message) => sealMessage(message, recipient)),
		stream: true,
		stream_options: { include_usage: true },
		service_parameters: {
			// What the service would add in clear text.
			include_service_system_prompt: false,
			...(isRecord(parameters) ? parameters : {}),
			enable_e2ee: true,
			enable_web_search: 'off',
		},
	};
}

function sealMessage(message: Json, recipient: Buffer): Json {
	const { content, reasoning_content: reasoning, ...rest } = message;
	return {
		...rest,
		content: sealText(contentText(content), recipient),
		...(typeof reasoning === 'string' ? { reasoning_content: sealText(reasoning, recipient) } : {}),
	};
}

/** The enclave takes a text that is a JSON list for the parts of a message: a text that only looks like one becomes a part itself. */
function contentText(content: unknown): string {
	if (Array.isArray(content)) return JSON.stringify(content);
	const text = typeof content === 'string' ? content : '';
	return isJsonList(text) ? JSON.stringify([{ type: 'text', text }]) : text;
}

function isJsonList(text: string): boolean {
	try {
		return Array.isArray(JSON.parse(text));
	} catch {
		return false;
	}
}

/** An empty text stays empty. */
function sealText(text: string, recipient: Buffer): string {
	return text === '' ? '' : seal(text, recipient);
}
