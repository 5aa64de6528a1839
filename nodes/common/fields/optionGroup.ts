import type { INodeProperties } from 'n8n-workflow';

/** What people look for in Options, in this order in every panel: the result, what goes in, how it is kept. What is not in the list comes after it. */
const SOUGHT = [
	'Size and Quality, Variants, Styling, Duration (Seconds), Aspect Ratio, Resolution',
	'Quality, Audio, Instrumental Only, Lyrics, Voice, Output Format, Encoding, Speed',
	'Language, Timestamps, One Item per Segment, Voices, Style Prompt, Negative Prompt',
	'Enhance Prompt, Web Search, Remove Background Noise, Long Text, Sentence by Sentence',
	'Long Recording, Currency, Product, Min Amount, Monthly Budget (USD), Warn From (%)',
	'Compare With Previous Period, Top Products, Budgets per Label, Labels by Request ID, Time Zone',
	'Dimensions, Combine Items, Batch Size, Idempotency Key, Categories, Tags, Sort By',
	'Sort Order, Max Results, Max Characters, File Name',
	'Max Wait for Completion (Seconds), On Timeout',
].flatMap((labels) => labels.split(', '));

/** The Options collection of an operation: its fields as people look for them, then by their labels, then groups of what few people set. */
export function optionsField(
	fields: INodeProperties[],
	groups: INodeProperties[] = [],
): INodeProperties {
	const byLabel = [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	const inOrder = [...byLabel, ...groups].sort((a, b) => placeOf(a) - placeOf(b));
	return optionGroup('Options', 'options', inOrder);
}

function placeOf({ displayName }: INodeProperties): number {
	const place = SOUGHT.indexOf(displayName);
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
