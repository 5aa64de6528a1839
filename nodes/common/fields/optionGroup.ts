import type { INodeProperties } from 'n8n-workflow';

/** What people look for in Options, by name and in this order in every panel. What is not in the list comes after it. */
const SOUGHT = [
	// The result.
	...['sizeAndQuality', 'variants', 'styling', 'durationSeconds', 'aspectRatio', 'resolution'],
	...['quality', 'audio', 'forceInstrumental', 'lyrics', 'voice', 'outputFormat', 'encoding'],
	...['speed', 'language', 'timestamps', 'itemPerSegment', 'speakerVoices'],
	// What goes in.
	...['stylePrompt', 'negativePrompt', 'enhancePrompt', 'webSearch', 'enableWebSearch'],
	...['removeBackgroundNoise', 'longText', 'streaming', 'longRecording', 'currency', 'product'],
	...['minAmount', 'monthlyBudget', 'warnPercent', 'comparePeriods', 'topProducts'],
	...['labelBudgets', 'labelsByRequestId', 'timeZone', 'dimensions', 'combineItems', 'batchSize'],
	...['idempotencyKey', 'categories', 'tags', 'sortBy', 'sortOrder', 'maxResults'],
	// How it is kept.
	...['maxCharacters', 'fileName', 'maxWaitForCompletion', 'onTimeout'],
];

/** The Options collection of an operation: its fields as people look for them, then by their labels, then groups of what few people set. */
export function optionsField(
	fields: INodeProperties[],
	groups: INodeProperties[] = [],
): INodeProperties {
	const byLabel = [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	const inOrder = [...byLabel, ...groups].sort((a, b) => placeOf(a) - placeOf(b));
	return optionGroup('Options', 'options', inOrder);
}

function placeOf({ name }: INodeProperties): number {
	const place = SOUGHT.indexOf(name);
	return place < 0 ? SOUGHT.length : place;
}

/** A collection of optional settings on one subject, in the order of the list; what is not added is not sent. Its name is the last step of its path. */
export function optionGroup(
	displayName: string,
	path: string,
	fields: INodeProperties[],
): INodeProperties {
	return {
		displayName,
		name: path.slice(path.lastIndexOf('.') + 1),
		type: 'collection',
		// The button of a group stands above that of Options.
		placeholder: displayName === 'Options' ? 'Add option' : `Add option to ${displayName}`,
		default: {},
		options: fields,
	};
}
