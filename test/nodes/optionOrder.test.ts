import type { INodeProperties, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { InferenceUsageTrigger } from '../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { menuEntries } from './parameters';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';

/** What Add Option lists for an operation, from the top. */
function offered(node: INodeType, resource?: string, operation?: string): string[] {
	const isShown = ({ name, displayOptions }: INodeProperties) =>
		name === 'options' &&
		(resource === undefined ||
			(displayOptions?.show?.resource?.includes(resource) === true &&
				displayOptions.show.operation?.includes(String(operation)) === true));
	const field = (node.description.properties as INodeProperties[]).find(isShown);
	return ((field?.options ?? []) as INodeProperties[]).map(({ displayName }) => displayName);
}

it.each<[string, INodeType, string | undefined, string | undefined, string[]]>([
	[
		'an image',
		new InferenceImage(),
		'image',
		'generate',
		['Size and Quality', 'Variants', 'Styling'],
	],
	[
		'an edit',
		new InferenceImage(),
		'image',
		'edit',
		['Aspect Ratio', 'Resolution', 'Output Format'],
	],
	['a video', new InferenceVideo(), 'video', 'generate', ['Aspect Ratio', 'Resolution', 'Audio']],
	['speech', new InferenceAudio(), 'speech', 'generate', ['Output Format', 'Speed', 'Language']],
	[
		'music',
		new InferenceAudio(),
		'music',
		'generate',
		['Duration (Seconds)', 'Instrumental Only', 'Lyrics'],
	],
	['a transcript', new InferenceAudio(), 'recording', 'transcribe', ['Language', 'Timestamps']],
	['a report', new InferenceBilling(), 'report', 'get', ['Monthly Budget (USD)']],
	['a budget', new InferenceBilling(), 'budget', 'check', ['Warn From (%)', 'Budgets per Label']],
	[
		'the trigger',
		new InferenceUsageTrigger(),
		undefined,
		undefined,
		['Currency', 'Product', 'Min Amount'],
	],
])(
	'the options of %s begin with what people look for',
	(_what, node, resource, operation, first) => {
		const all = offered(node, resource, operation);
		expect(all.slice(0, first.length)).toEqual(first);
		expect(new Set(all).size).toBe(all.length);
		if (resource !== undefined) expect(all.at(-1)).toBe('Retries and Limits');
	},
);

it.each<[string, INodeType, string[]]>([
	['audio', new InferenceAudio(), ['Generate speech from text', 'Generate speech from subtitles']],
	['video', new InferenceVideo(), ['Generate a video', 'Upscale a video']],
	['images', new InferenceImage(), ['Generate an image']],
])('the actions of %s begin with what people come for', (_what, { description }, first) => {
	const actions = menuEntries(description.properties).map(({ option }) => option.action);
	expect(actions.slice(0, first.length)).toEqual(first);
	expect(actions.at(-1)).not.toMatch(/^Generate/);
});

it('the trigger says on the canvas what starts it', () => {
	const { subtitle = '', properties } = new InferenceUsageTrigger().description;
	const emit = (properties as INodeProperties[]).find(({ name }) => name === 'emit');
	const values = ((emit?.options ?? []) as INodeProperties[]).map((one) =>
		String(Object(one).value),
	);
	expect(values).toHaveLength(3);
	for (const value of values) expect(subtitle).toContain(`"${value}":`);
});
