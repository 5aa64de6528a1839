import { createEmptyRunExecutionData, type INodeParameters, type INodeType } from 'n8n-workflow';

import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceModels } from '../../nodes/InferenceModels/InferenceModels.node';
import { InferenceUsageTrigger } from '../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { asLoaded } from '../engine/nodeType';
import { workflowWith } from '../engine/workflow';

/** The hints that n8n's editor shows beside the input when so many items arrive. */
function hintsFor(nodeType: INodeType, parameters: INodeParameters, count: number): string[] {
	const { workflow, node } = workflowWith(asLoaded(nodeType), { parameters });
	const items = Array.from({ length: count }, () => ({ json: {} }));
	const run = createEmptyRunExecutionData();
	const isShown = (condition = '') =>
		workflow.expression.getParameterValue(condition, run, 0, 0, node.name, items, 'manual', {});
	return (nodeType.description.hints ?? [])
		.filter(({ displayCondition }) => isShown(displayCondition) === true)
		.map(({ message }) => message);
}

describe('before a run', () => {
	const video = (operation: string) => ({ resource: 'video', operation });

	it.each<[string, INodeType, INodeParameters, number, RegExp | undefined]>([
		['nothing for one item', new InferenceChat(), {}, 1, undefined],
		['each of several items is a paid call', new InferenceChat(), {}, 2, /^Each input item is/],
		['many items', new InferenceChat(), {}, 50, /^50 or more items arrive/],
		['a list that a crash would make be paid for again', new InferenceChat(), {}, 100, /Work list/],
		['a paid operation of a resource', new InferenceVideo(), video('generate'), 2, /^Each input/],
		['one call for the texts of all items', new InferenceEmbeddings(), {}, 60, /^The texts of all/],
		[
			'each text where items are not combined',
			new InferenceEmbeddings(),
			{ options: { combineItems: false } },
			60,
			/^50 or more/,
		],
		['nothing for a free operation', new InferenceVideo(), video('quote'), 60, undefined],
		['nothing for a free node', new InferenceModels(), {}, 60, undefined],
	])('the panel says before a run: %s', (_what, nodeType, parameters, count, sentence) => {
		const hints = hintsFor(nodeType, parameters, count);
		expect(hints).toEqual(sentence === undefined ? [] : [expect.stringMatching(sentence)]);
		for (const hint of hints) expect(hint).toContain('paid call');
	});
});

describe('more media than the service is known to accept', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, () => ({ usedAs: 'reference_video_urls', fileSource: 'url' }));
	const hints = (count: number) =>
		hintsFor(
			new InferenceVideo(),
			{ resource: 'video', operation: 'queue', options: { media: { medium: rows(count) } } },
			1,
		);

	it('is a warning, not an error', () => {
		expect(hints(11)).toEqual([
			expect.stringMatching(/^More than 10 files are used as Reference Video/),
		]);
	});

	it.each([0, 10])('is not said of %s', (count) => {
		expect(hints(count)).toEqual([]);
	});
});

describe('a chat that is not encrypted', () => {
	it.each<[string, INodeParameters, boolean]>([
		['a model of the list', { model: { __rl: true, mode: 'list', value: 'e2ee-private' } }, true],
		['an ID', { model: 'tee-private' }, true],
		[
			'an encrypted chat',
			{ model: 'e2ee-private', options: { privacy: { encryption: 'required' } } },
			false,
		],
		['another model', { model: 'chat-e2ee-private' }, false],
		['no model', {}, false],
	])('the panel says that a chat is not encrypted: %s', (_what, parameters, isShown) => {
		const hints = hintsFor(new InferenceChat(), parameters, 1);
		expect(hints).toEqual(isShown ? [expect.stringMatching(/^This call is not encrypted/)] : []);
	});
});

test('the trigger says what it waits for, and what it does once it is active', () => {
	const { description } = new InferenceUsageTrigger();
	expect(description.eventTriggerDescription).toMatch(/charge/);
	expect(description.activationMessage).toMatch(/^Your workflow now starts/);
});
