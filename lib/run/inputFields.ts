import type { INodeExecutionData } from 'n8n-workflow';

import { itemFiles, jsonWithoutFiles, type FileContext } from '../files/inputFile';

/** Before the name of an input field whose name the answer has too. */
const INPUT_PREFIX = 'input_';

/** Which part of the input an output has. */
export interface IncludedInput {
	includeInput: boolean;
	/** With its files. */
	includeBinary: boolean;
}

/** The items of an answer with the fields, and the files, of the item that they came of. Those that failed stay as they are: n8n replaces their JSON by the error. */
export function withInput(
	context: FileContext,
	items: INodeExecutionData[],
	{ includeInput, includeBinary }: IncludedInput,
): INodeExecutionData[] {
	if (!includeInput) return items;
	const json = jsonWithoutFiles(context);
	const binary = itemFiles(context);
	return items.map((item) => {
		if (item.error !== undefined) return item;
		const files = includeBinary ? withInputBeside(binary, item.binary) : item.binary;
		return {
			...item,
			json: withInputBeside(json, item.json),
			...(files === undefined ? {} : { binary: files }),
		};
	});
}

/** What an answer has and the input beside it: the answer keeps its names. */
function withInputBeside<T extends object>(input: T | undefined, own: T | undefined): T {
	const answer = { ...own } as T;
	const names = new Set([...Object.keys(answer), ...Object.keys(input ?? {})]);
	const renamed = Object.entries(input ?? {}).map(([name, value]) => {
		// n8n takes an item with an `error` for a failure.
		if (!Object.hasOwn(answer, name) && name !== 'error') return [name, value];
		let free = `${INPUT_PREFIX}${name}`;
		while (names.has(free)) free = `${INPUT_PREFIX}${free}`;
		names.add(free);
		return [free, value];
	});
	return { ...(Object.fromEntries(renamed) as T), ...answer };
}
