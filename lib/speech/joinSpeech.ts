import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { planJoin, UnjoinableError } from '../files/sound/joinPlan';
import { reportedCost, sumOfCosts } from '../core/cost';
import { inTurns } from '../core/clock';
import { messageOf } from '../core/failure';
import { openFile } from '../files/inputSource';
import { contentLike, storeItem, type OutputFileOptions } from '../files/outputFile';
import { outputBinaryFieldName, outputFileNaming } from '../files/outputNames';
import { extensionFor } from '../files/fileKinds';
import { readFileBytes } from '../files/inputFile';

/** One item with the joined file and `facts`. Files that cannot be joined are returned one by one, with the reason: they are paid for. */
export async function joinedItemOrParts(
	context: ItemContext,
	parts: SpokenPart[],
	fileOptions: OutputFileOptions,
	facts: IDataObject,
): Promise<INodeExecutionData[]> {
	let joined: INodeExecutionData;
	try {
		joined = await joinIntoItem(context, parts, fileOptions);
	} catch (error) {
		const notJoinedBecause = messageOf(error);
		context.logger.warn(`The parts of an item were not joined: ${notJoinedBecause}`);
		return itemPerPart(context, parts, { joined: false, notJoinedBecause });
	}
	const whole = {
		model: parts[0]?.json.model ?? null,
		requestIds: parts.map(({ json }) => json.requestId),
		...facts,
		...damageNote(context, parts),
		parts: parts.length,
		joined: true,
		cost: sumOfCosts(parts.map(({ json }) => reportedCost(json.cost))) as IDataObject | null,
	};
	return [{ ...joined, json: { ...joined.json, ...whole } }];
}

function damageNote({ logger }: ItemContext, parts: SpokenPart[]): IDataObject {
	const damaged = parts.flatMap(({ json }, index) =>
		json.damaged === undefined ? [] : [`Part ${index + 1}: ${String(json.damaged)}`],
	);
	if (damaged.length === 0) return {};
	logger.warn(damaged.join('. '));
	return { damaged: damaged.join('. ') };
}
export function itemPerPart(
	context: ItemContext,
	parts: SpokenPart[],
	facts: IDataObject,
): INodeExecutionData[] {
	const field = outputBinaryFieldName(context);
	return parts.map(({ binary, json }) => ({
		json: { ...json, parts: parts.length, ...facts },
		binary: { [field]: binary },
	}));
}

/**
 * One item with the joined file; the parts are read one after another from where n8n keeps them.
 * Throws an Unjoinable when they cannot be joined, and what n8n throws when the file cannot be stored.
 */
async function joinIntoItem(
	context: ItemContext,
	parts: SpokenPart[],
	fileOptions: OutputFileOptions,
): Promise<INodeExecutionData> {
	const files = parts.map(({ binary }) => binary);
	const mimeType = commonMediaType(parts);
	const plan = await planJoin(
		extensionFor(mimeType) ?? fileOptions.format ?? 'bin',
		inTurns(readFiles(context, files)),
	);
	let written = 0;
	async function* joinedBytes() {
		const open = async (index: number) => await openFile(context, files[index] as IBinaryData);
		for await (const piece of plan.bytes(open)) {
			written += piece.length;
			yield piece;
		}
	}
	const content = await contentLike(context, files[0], joinedBytes());
	const item = await storeItem(
		context,
		content,
		outputFileNaming(context, fileOptions, mimeType),
		mimeType,
	);
	if (item.json.bytes === written) return item;
	throw new UnjoinableError(
		`The joined file has ${String(item.json.bytes)} of ${written} bytes in the store`,
	);
}

/** Raw samples do not say what they are: the model that made them does. */
function commonMediaType(parts: SpokenPart[]): string {
	const [mimeType = ''] = parts.map(({ json }) => String(json.mimeType));
	const kinds = new Set(
		parts.map(({ json }) =>
			mimeType === 'audio/pcm'
				? `${String(json.mimeType)} of ${String(json.model)}`
				: json.mimeType,
		),
	);
	if (kinds.size > 1) throw new UnjoinableError(`The parts differ: ${[...kinds].join(', and ')}`);
	return mimeType;
}

async function* readFiles(context: ItemContext, files: IBinaryData[]) {
	for (const file of files) yield await readFileBytes(context, file);
}

/** A part that was spoken and paid for: its file, and what is known of it. */
export interface SpokenPart {
	binary: IBinaryData;
	json: IDataObject;
	/** The request that another model than the chosen one answered, for the parts that follow. */
	sent?: IDataObject;
}
