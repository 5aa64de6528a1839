import type { IHttpRequestOptions } from 'n8n-workflow';

import { parameterAt, rowsIn, type ItemContext } from '../../lib/core/execution';
import { isRecord } from '../../lib/core/record';
import { isReadLive } from '../../lib/chat/liveMessage';
import {
	withCacheMark,
	jsonMessages,
	panelMessages,
	promptMessages,
	withAttachedParts,
	type MessageRow,
	type ContentPart,
} from '../../lib/chat/messages';
import type { Message } from '../../lib/chat/messageRules';
import { responseFormat } from '../../lib/chat/responseFormat';
import {
	partOfFile,
	partOfUrl,
	rejectCutParts,
	type AttachmentKind,
} from '../../lib/chat/attachmentParts';
import { download } from '../../lib/files/download';
import { parseFileAddress, isSignedN8nLink } from '../../lib/files/fileAddress';
import { readInputBytes, requiredFile, type FileChoice } from '../../lib/files/inputFile';
import { isNonEmptyText } from '../../lib/chat/messageText';
import { accept } from '../../lib/fields/accept';
import { mergeIntoBody } from '../../lib/wire/body';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';

const MAX_ATTACHMENT_BYTES = 25_000_000;
const CHAT_TRIGGER_TYPE = '@n8n/n8n-nodes-langchain.chatTrigger';

interface AttachmentRow extends FileChoice {
	kind: AttachmentKind;
	cache?: boolean;
}

/** Puts the messages of the panel into the request; the attachments are checked, and read when the item's turn has come. */
export function addMessages(this: ItemContext, options: IHttpRequestOptions): void {
	const messages = readMessages(this);
	const parts = readAttachmentRows(this).map(({ kind, ...file }) => {
		if (file.fileSource === 'url') return checkedUrlPart(kind, (file.fileUrl ?? '').trim());
		requiredFile(this, file.inputBinaryField);
		return { type: kind };
	});
	withAttachedParts(messages, parts);
	mergeIntoBody(options, { messages });
}

/** Reads the attachments of the panel and adds them to the last message of the user. */
export async function addAttachments(
	this: ItemContext,
	options: IHttpRequestOptions,
): Promise<void> {
	const rows = readAttachmentRows(this);
	if (rows.length === 0) return;
	const parts: ContentPart[] = [];
	for (const row of rows) {
		const part = await readAttachmentPart(this, row);
		await rejectCutParts([part]);
		parts.push(row.cache === true ? withCacheMark(part) : part);
	}
	const messages = isRecord(options.body) ? (options.body.messages as Message[]) : [];
	mergeIntoBody(options, { messages: withAttachedParts(messages, parts) });
}

function readAttachmentRows(context: ItemContext): AttachmentRow[] {
	return rowsIn<AttachmentRow>(context.parameters.options.attachments, 'attachment');
}

function readMessages(context: ItemContext): Message[] {
	switch (context.parameters.input) {
		case 'messages':
			return panelMessages(rowsIn<MessageRow>(context.parameters.messages, 'message'));
		case 'json':
			return jsonMessages(context.parameters.messagesJson);
		default:
			return promptMessages(readPrompt(context), context.parameters.systemPrompt ?? '');
	}
}

/** The prompt, or the message of the chat where nothing was entered; an expression that returns nothing is another thing. */
function readPrompt(context: ItemContext): unknown {
	const prompt = context.parameters.prompt ?? '';
	if (String(prompt ?? '').trim() !== '') return prompt;
	const isUnset = String(context.getNode().parameters.prompt ?? '').trim() === '';
	return isUnset ? receivedChatMessage(context) : prompt;
}

/** The message of the chat, for an empty Prompt: that of the item, or what a chat trigger before the node received, as nodes between them may leave it out. */
function receivedChatMessage(context: ItemContext): unknown {
	const { chatInput } = context.getInputData().json;
	if (typeof chatInput === 'string' && chatInput !== '') return chatInput;
	const { name } = context.getNode();
	const triggers = context.getParentNodes(name).filter(({ type }) => type === CHAT_TRIGGER_TYPE);
	for (const trigger of triggers) {
		try {
			const path = `$(${JSON.stringify(trigger.name)}).first().json.chatInput`;
			const message: unknown = context.evaluateExpression(`{{ ${path} }}`, 0);
			if (typeof message === 'string' && message !== '') return message;
		} catch {
			// It did not start this execution.
		}
	}
	return '';
}

async function readAttachmentPart(context: ItemContext, row: AttachmentRow): Promise<ContentPart> {
	if (row.fileSource === 'url')
		return await linkedPart(context, row.kind, (row.fileUrl ?? '').trim());
	const file = requiredFile(context, row.inputBinaryField);
	const bytes = await readInputBytes(context, file, MAX_ATTACHMENT_BYTES);
	return partOfFile(row.kind, { ...file.labels, bytes });
}

function checkedUrlPart(kind: AttachmentKind, url: string): ContentPart {
	if (kind !== 'audio') return partOfUrl(kind, url);
	parseFileAddress(url, 'The URL of an audio attachment');
	return { type: kind };
}

/** The service takes audio as a file only, and need not be able to reach this n8n. */
async function linkedPart(
	context: ItemContext,
	kind: AttachmentKind,
	url: string,
): Promise<ContentPart> {
	if (kind !== 'audio' && !isSignedN8nLink(context, url)) return partOfUrl(kind, url);
	const limits = { label: 'The attachment', limit: MAX_ATTACHMENT_BYTES };
	return partOfFile(kind, await download(context, url, limits));
}

/** Puts the response format and the tool choice into the request, and asks for a stream, unless the user wants the answer whole. */
export function addFormatAndToolChoice(this: ItemContext, options: IHttpRequestOptions): void {
	const format = this.parameters.responseFormat ?? '';
	const schema = format === 'json_schema' ? (this.parameters.jsonSchema ?? '') : '';
	const tool_choice = toolChoice(parameterAt(this.parameters, 'options.toolCalling.toolChoice'));
	// Some facts of an answer come only with a whole one (docs/maintainers/service.md#chat).
	const needsWhole =
		!wantsSimplified(this) || (isRecord(options.body) && options.body.logprobs === true);
	const streams = this.parameters.options.stream ?? !needsWhole;
	const response_format = responseFormat(format, schema);
	mergeIntoBody(options, {
		...(response_format && { response_format }),
		...(tool_choice !== undefined && { tool_choice }),
	});
	if (streams === true || isReadLive(this)) requestStream(options);
}

/** A word of the convention, or the one function to call, which an expression may set as the object that is sent. Throws a ServiceFailure. */
function toolChoice(given: unknown): unknown {
	if (isRecord(given) && isRecord(given.function) && isNonEmptyText(given.function.name))
		return given;
	const choice = String(accept({ label: 'Tool Choice', kind: 'text' }, given, 'UTC') ?? '').trim();
	if (choice === '') return undefined;
	if (['auto', 'none', 'required'].includes(choice)) return choice;
	return { type: 'function', function: { name: choice } };
}

/** Asks for the answer as a stream, with the usage in it. */
function requestStream(options: IHttpRequestOptions): void {
	mergeIntoBody(options, { stream: true, stream_options: { include_usage: true } });
	options.encoding = 'stream';
	options.headers = { ...options.headers, Accept: 'text/event-stream, application/json' };
}
