import { hash } from 'node:crypto';
import type { IBinaryData, IHttpRequestOptions, INode, INodeProperties } from 'n8n-workflow';

import { nextTurn } from '../../core/clock';
import type { ItemContext } from '../../core/execution';
import { hashOf } from '../../core/record';
import { decidingValues } from '../../fields/rules';
import { itemFiles, jsonWithoutFiles } from '../../files/inputFile';
import { openFile } from '../../files/inputSource';
import { digestOf } from '../../files/storedFile';

/**
 * What identifies a call at its place: the parameters as they are written with the item that their expressions read, or the request as it is
 * built of their values. Both leave out what is applied after a saved answer. Files come by their IDs in n8n's storage: one that is read again
 * gets another ID, so that they are compared by their bytes.
 */
export interface RequestKey {
	/** The hash of what is written. */
	hash: string;
	/** The hash of what is built. */
	requestHash?: string;
	fileIds: string[];
	/** Whether it is a step of an item, which is the same in any run that sends the same. */
	isStep?: true;
	/** Whether its expressions read more than its item, which may have changed in the editor. */
	readsOthers?: boolean;
}

/** An item that is checked. */
interface Asked {
	context: ItemContext;
	node: INode;
	operation: { fields: INodeProperties[] };
	request: IHttpRequestOptions;
	isDry: boolean;
}

/** What an expression reads of other nodes, of other items and of n8n's settings. */
const READS_OTHERS =
	/\$\(|\$(?:node|items|vars|env|secrets|prevNode|getWorkflowStaticData)\b|\$input\s*\.\s*(?:first|last|all|params|context)\b/;

/** What an item asks for, as a retry finds it again. What is written comes before any value: the time in a prompt makes no other item. */
export async function retryKey(item: Asked): Promise<RequestKey> {
	const { context, node, operation, request } = item;
	const { parameters, credentials } = node;
	const { labels, fileIds, inItem } = inputFilesOf(context);
	const files = [labels, await digestsOf(context, inItem)];
	const written = decidingValues(operation.fields, parameters);
	const values = decidingValues(operation.fields, context.parameters);
	return {
		hash: await hashOfParts([written, credentials, jsonWithoutFiles(context), files]),
		requestHash: await hashOfParts([requestParts(request), values, credentials, files]),
		fileIds,
		readsOthers: READS_OTHERS.test(JSON.stringify(written)),
	};
}

/** The same name for items of a run that ask for the same. A file that the item holds is named by its place among those of the run. */
export function sharedRequestOf(
	{ context, isDry, operation, request }: Asked,
	filesOfRun: Map<string, number>,
): string {
	const { labels, fileIds, inItem } = inputFilesOf(context);
	const values = decidingValues(operation.fields, context.parameters, true);
	const placeOf = ({ data }: IBinaryData) => {
		if (!filesOfRun.has(data)) filesOfRun.set(data, filesOfRun.size);
		return filesOfRun.get(data);
	};
	const asked = hashOf([requestParts(request), labels, values, isDry]);
	return [asked, ...fileIds, ...inItem.map(placeOf)].join(' ');
}

const LARGE_PART = 1_000_000;

/** Others have a turn of n8n's loop after a large part: a prompt may have megabytes, and stands in several. */
async function hashOfParts(parts: unknown[]): Promise<string> {
	const hashes: string[] = [];
	for (const part of parts) {
		const text = JSON.stringify(part ?? null);
		hashes.push(hash('sha256', text, 'base64url'));
		if (text.length > LARGE_PART) await nextTurn();
	}
	return hashOf(hashes);
}

function requestParts({ method, url, qs, body }: IHttpRequestOptions): unknown[] {
	return [method, url, qs, body];
}

/** What the files of the item are called, the IDs of those that n8n stores, and those that the item holds. */
function inputFilesOf(context: ItemContext) {
	const files = Object.entries(itemFiles(context));
	return {
		labels: files.map(([name, { fileName, mimeType }]) => [name, fileName, mimeType]),
		fileIds: files.flatMap(([, { id }]) => id ?? []),
		inItem: files.flatMap(([, file]) => (file.id === undefined ? [file] : [])),
	};
}

async function digestsOf(context: ItemContext, files: IBinaryData[]): Promise<string[]> {
	const digest = async (file: IBinaryData) => await digestOf(await openFile(context, file));
	return await Promise.all(files.map(digest));
}
