import type { INodeParameters } from 'n8n-workflow';
import { operationOf } from '../../../lib/run/operation';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import type { FullRun, FullRuns } from '../../coverage/fullRun';
import { run, typed } from '../../coverage/given';
import { fallbackTo, trouble } from '../fallback/chosen';
import { menuEntries } from '../parameters';
import { ALL_RUNS } from './allRuns';
import { inGroups, withOptions } from '../../engine/withOptions';

/** The runs of the operations of a node that have a price. */
export const pricedRuns = ({ node, runs }: FullRuns): FullRun[] =>
	runs.filter(({ resource, operation }) =>
		menuEntries(node.description.properties).some(
			(entry) =>
				entry.resource?.value === resource &&
				entry.option.value === operation &&
				operationOf(entry.option)?.price !== undefined,
		),
	);

const withSettings = (run: FullRun, settings: INodeParameters): FullRun => ({
	...run,
	parameters: withOptions(run.parameters, inGroups(settings)),
});

/** The run, only estimated. */
export const dryRun = (run: FullRun): FullRun => ({
	...withSettings(run, { dryRun: true, maxCostPerRun: 1000, costLabel: 'Newsletter' }),
	name: `a dry run of ${run.name}`,
});

/** Operations whose equal items share an answer without being told to. */
const ALWAYS_SHARED = ['transcribe', 'create', 'scrape', 'parse'];

/** The run for two items that ask for the same. */
function reusedRun(run: FullRun): FullRun {
	const [item = { json: {} }] = run.items ?? [];
	const isAsked = !ALWAYS_SHARED.includes(run.operation);
	const twice = withSettings(run, isAsked ? { reuseIdentical: true } : {});
	return { ...twice, name: `${run.name}, for an equal item`, items: [item, item] };
}

/** The run with another model in place of one that is offline. */
const fallbackRun = (run: FullRun, offline: string, models: string[]): FullRun => ({
	...run,
	name: 'by a fallback model',
	parameters: {
		...withOptions(run.parameters, { fallback: fallbackTo(models) }),
		model: typed(offline),
	},
	prepare: async ({ service }) => {
		service.fault(trouble(offline, 503, 'MODEL_OFFLINE'));
		return await Promise.resolve({});
	},
});

const ask = run('complete', '', { prompt: 'Hello' });
const speak = run('speech/generate', '', { text: 'Good morning', voice: typed('bruno') });
const decide = run('decide', '', {
	...{ about: 'text', text: 'My payouts have failed' },
	questions: {
		question: [{ answerName: 'urgent', type: 'yesOrNo', instructions: 'Is it urgent?' }],
	},
});
const draw = run('image/generate', '', { prompt: 'A lighthouse' });

/** Runs that another model than the chosen one answers, or one that will be withdrawn. */
const MODEL_RUNS: FullRuns[] = [
	{
		node: new InferenceChat(),
		runs: [
			fallbackRun(ask, 'text-basic', ['text-mini']),
			run('complete', 'by a model that will be withdrawn', {
				...ask.parameters,
				model: typed('text-retiring'),
			}),
		],
	},
	{ node: new InferenceAudio(), runs: [fallbackRun(speak, 'tts-basic', ['tts-expressive'])] },
	{
		node: new InferenceDecisions(),
		runs: [fallbackRun(decide, 'decision-basic', ['decision-private'])],
	},
	{ node: new InferenceImage(), runs: [fallbackRun(draw, 'image-offline', ['image-ratio'])] },
];

/** The run with an answer that was seen elsewhere. */
const answered = (name: string, body: Buffer, parameters: INodeParameters = {}): FullRun => ({
	...ask,
	name,
	parameters: { ...ask.parameters, ...parameters },
	prepare: async ({ service }) => {
		service.fault({
			path: '/chat/completions',
			status: 200,
			body,
			contentType: 'application/json',
		});
		return await Promise.resolve({});
	},
});
const json = (message: string, rest = '') =>
	Buffer.from(`{"choices":[{"message":{${message}},"finish_reason":"eos"}]${rest}}`);
const latin1 = (message: string) => Buffer.from(json(message).toString(), 'latin1');
const asObject = { responseFormat: 'json_object' };

/** Runs whose answers have something to check. */
const MARKED_RUNS: FullRuns[] = [
	{
		node: new InferenceChat(),
		runs: [
			answered('with a refusal', json('"content":null,"refusal":"I cannot show that"')),
			answered('beside an error', json('"content":"Hi"', ',"error":{"message":"Not logged"}')),
			answered('with a number that no program holds', json('"content":"Hi"', ',"weight":1e999')),
			answered('with bytes that are no text', latin1('"content":"H\u00ff"')),
			answered('without JSON', json('"content":"Hi"'), asObject),
			answered('with a long number', json('"content":"{\\"id\\":90071992547409931}"'), asObject),
		],
	},
];

const ofPriced = (variant: (run: FullRun) => FullRun): FullRuns[] =>
	ALL_RUNS.map((all) => ({ node: all.node, runs: pricedRuns(all).map(variant) }));

const rehearsed = (run: FullRun): FullRun => ({
	...run,
	name: `a rehearsal of ${run.name}`,
	credential: { ...run.credential, rehearsal: true },
});

/** The runs of the operations of a node that cost nothing, and are no look-ups: they change something, or are about a job. */
export const changingRuns = ({ node, runs }: FullRuns): FullRun[] =>
	runs.filter(({ resource, operation }) =>
		menuEntries(node.description.properties).some(
			({ resource: shown, option: { value, routing } }) =>
				shown?.value === resource &&
				value === operation &&
				routing?.request?.method !== 'GET' &&
				!String(routing?.request?.url).endsWith('/quote'),
		),
	);

/** The runs of all that is not sent in a rehearsal, each rehearsed. */
export const REHEARSED_RUNS: FullRuns[] = ALL_RUNS.map((all) => ({
	node: all.node,
	runs: [...new Set([...pricedRuns(all), ...changingRuns(all)])].map(rehearsed),
}));

/** Runs whose items have what an option, the credential, or the model that answers, adds to an output. */
export const ADDED_FACTS: FullRuns[] = [
	...[...ofPriced(reusedRun), ...ofPriced(dryRun)],
	...[...MODEL_RUNS, ...REHEARSED_RUNS],
];

const firstOf = ({ node, runs }: FullRuns): FullRuns => ({ node, runs: runs.slice(0, 1) });

/** One run of each node that takes money, whose items have the facts of their answers. */
const FACTS_RUNS = ofPriced((run) => withSettings(run, { includeResponseMetadata: true })).map(
	firstOf,
);

/** The fields of an answer that a workflow should check. */
export const MARKS = [
	...['refusal', 'finishUnknown', 'serviceError', 'dataProblem', 'numbersAsText'],
	...['unreadNumbers', 'unreadTexts', 'costUnknown'],
];

/** Fields that are added to those of every form, by what adds them. */
export const ADDED_FIELDS = [
	{
		title: 'Added to an item that shares the answer of another one',
		names: ['reused'],
		runs: ofPriced(reusedRun).map(firstOf),
	},
	{
		title: 'Added in a rehearsal',
		names: ['rehearsalNote', 'rehearsal'],
		runs: REHEARSED_RUNS.map(firstOf),
	},
	{
		title: 'Added when one of the Fallback Models answered',
		names: ['fallback'],
		runs: MODEL_RUNS,
	},
	{
		title: 'Added when the model will be withdrawn',
		names: ['modelDeprecation'],
		runs: MODEL_RUNS,
	},
	{
		title: 'Added to an answer of Inference Chat that has something to check',
		names: MARKS,
		runs: MARKED_RUNS,
	},
	{ title: 'Added by Include Response Metadata', names: ['responseMetadata'], runs: FACTS_RUNS },
];
