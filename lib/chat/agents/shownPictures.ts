import type { ISupplyDataFunctions } from 'n8n-workflow';

import { isRecord } from '../../core/record';
import { wireText } from '../../core/wireText';
import { toolPicturesOf, type ToolPicture } from '../../files/toolPictures';
import { partOfFile, rejectCutParts } from '../attachmentParts';

import type { Message } from '../messageRules';
import type { ContentPart } from '../messages';

const MAX_SHOWN_PICTURES = 4;
/** Of all of them together. In base64 they fit into a request of 35 MB (docs/maintainers/service.md#chat). */
const MAX_SHOWN_BYTES = 20_000_000;

/**
 * The messages, and behind the results of tools the newest pictures that tools of this package made for them, which the model sees in no
 * other way: a result is text. A picture is known by the link in its result, so that nothing else of n8n's store is opened.
 */
export async function withToolPictures(
	context: ISupplyDataFunctions,
	messages: Message[],
): Promise<Message[]> {
	if (messages.at(-1)?.role !== 'tool') return messages;
	const question = messages.findLastIndex(({ role }) => role === 'user');
	const results = messages.slice(question + 1).filter(({ role }) => role === 'tool');
	const text = results.map(({ content }) => wireText(content)).join('\n');
	const made = toolPicturesOf(context).filter(({ link }) => text.includes(link));
	// Models that keep several pictures keep a few.
	const places = Math.max(1, MAX_SHOWN_PICTURES - countPictures(messages));
	const parts = await partsOfPictures(context, made.slice(-places));
	return parts.length === 0 ? messages : [...messages, { role: 'user', content: parts }];
}

function countPictures(messages: Message[]): number {
	const parts = messages.flatMap(({ content }): unknown[] =>
		Array.isArray(content) ? content : [],
	);
	return parts.filter((part) => isRecord(part) && part.type === 'image_url').length;
}

/** A line and the picture for each, as far as they fit together: the oldest falls first. */
async function partsOfPictures(
	{ helpers }: ISupplyDataFunctions,
	pictures: ToolPicture[],
): Promise<ContentPart[]> {
	let room = MAX_SHOWN_BYTES;
	const parts: ContentPart[] = [];
	for (const { id, mimeType, fileName } of [...pictures].reverse()) {
		const name = fileName ?? 'a picture';
		try {
			const { fileSize } = await helpers.getBinaryMetadata(id);
			room -= fileSize;
			if (room < 0) break;
			const bytes = await helpers.binaryToBuffer(await helpers.getBinaryStream(id));
			const picture = partOfFile('image', { bytes, mimeType, fileName });
			await rejectCutParts([picture]);
			parts.unshift({ type: 'text', text: `The tool made ${name}:` }, picture);
		} catch {
			parts.unshift({ type: 'text', text: `${name} can no longer be opened.` });
		}
	}
	return parts;
}
