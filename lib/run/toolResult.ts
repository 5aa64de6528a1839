import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isForN8nAgents } from '../core/execution';
import { isRecord } from '../core/record';
import { leaveOutMedia } from '../core/leaveOutMedia';
import { noteToolPicture } from '../files/toolPictures';
import { shortenItems } from './shorten';

const NO_LINK_NOTE =
	'There is no link to this file, because n8n keeps files in memory. It is in the execution of this tool.';

/**
 * What an agent gets of the items of its tool. It sees JSON only: no file in base64, and for each file in n8n's store
 * a link that can be opened without a login, which n8n lets lapse after a day. The files themselves stay with the execution, for
 * people, where there is one. Lists are shortened to about `maxCharacters`.
 */
export function itemsForAgent(
	context: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	maxCharacters: number,
): INodeExecutionData[] {
	const keepsFiles = !isForN8nAgents(context);
	const readable = items.map(({ binary, ...item }) => {
		const json = leaveOutMedia(item.json) as IDataObject;
		const linked = { ...item, json: { ...json, ...fileLinksOf(context, json, binary ?? {}) } };
		return binary !== undefined && keepsFiles ? { ...linked, binary } : linked;
	});
	return shortenItems(readable, maxCharacters);
}

function fileLinksOf(
	context: IExecuteSingleFunctions,
	json: IDataObject,
	binary: Record<string, IBinaryData>,
): IDataObject {
	const [only, ...others] = Object.entries(binary);
	if (only === undefined) return {};
	if (others.length === 0) return { ...fileFacts(only[1], json), ...fileLink(context, only[1]) };
	const known = Array.isArray(json.files) ? json.files : [];
	const files = [only, ...others].map(([field, file]): IDataObject => {
		const facts: unknown = known.find((one) => isRecord(one) && one.field === field);
		return {
			...(isRecord(facts) ? (facts as IDataObject) : {}),
			...fileFacts(file, {}),
			...fileLink(context, file),
		};
	});
	return { files };
}

/** Name, type and size, where the item does not tell them itself. */
function fileFacts(file: IBinaryData, json: IDataObject): IDataObject {
	return {
		fileName: json.fileName ?? file.fileName ?? null,
		mimeType: json.mimeType ?? file.mimeType,
		...(file.bytes === undefined ? {} : { bytes: file.bytes }),
	};
}

function fileLink(context: IExecuteSingleFunctions, file: IBinaryData): IDataObject {
	if (file.id === undefined) return { link: null, note: NO_LINK_NOTE };
	const link = context.helpers.createBinarySignedUrl(file);
	noteToolPicture(context, link, file);
	return { link };
}
