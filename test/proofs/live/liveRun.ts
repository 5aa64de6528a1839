import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isRecord } from '../../../lib/core/record';
import { runNode, type RunNodeOptions } from '../../engine/runNode';
import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { startRecorder } from './recorder';
import { placesOf } from './shape';
import { STEPS, type Found, type Step } from './steps';
import { inGroups } from '../../engine/withOptions';

/** What became of a step. Nothing in it is a value of a request or an answer, except costs and the words of an error. */
export interface StepReport {
	step: string;
	/** Method, path and status of each request. */
	requests: string[];
	/** The names of the service's own headers. */
	headers: string[];
	/** The places in the answers, as `data[].id: string`. */
	answer: string[];
	/** The fields of the first item. */
	output: string[];
	cost: IDataObject | null;
	estimate: IDataObject | null;
	/** Why it was not made, or the error that it ended in. */
	problem?: string;
}

export interface LiveRun {
	steps: StepReport[];
	/** USD by the package's own count, or by the estimate where nothing was known. */
	spentUsd: number;
}

/** Where a run goes, as the credential has it. */
export interface LiveTarget {
	baseUrl: string;
	apiKey: string;
	namePrefix: string;
}

/** In USD. */
interface Purse {
	maxCost: number;
	spent: number;
}

/** Makes every step once against a service, one after the other, and keeps below the cap by the package's own means. */
export async function liveRun(target: LiveTarget, maxCost: number): Promise<LiveRun> {
	const base = new URL(target.baseUrl);
	const recorder = await startRecorder(base.origin);
	const made = new Map<string, INodeExecutionData[]>();
	const purse: Purse = { maxCost, spent: 0 };
	const found: Found = {
		items: (name) => made.get(name) ?? [],
		cheapest: (type) => cheapestOf(made.get(`Models: list ${type}`) ?? []),
	};
	const access = {
		credentialTypes: [new InferenceServiceApi()],
		credentials: {
			inferenceServiceApi: {
				...target,
				...{ baseUrl: `${recorder.url}${base.pathname}`, allowPlainHttp: true },
			},
		},
	};
	try {
		const steps: StepReport[] = [];
		for (const step of STEPS) {
			const before = recorder.exchanges.length;
			const { items, ...outcome } = await take(step, found, purse, access);
			made.set(step.name, items);
			outcome.problem &&= outcome.problem.replaceAll(new URL(recorder.url).host, 'the service');
			const own = recorder.exchanges.slice(before);
			steps.push({
				step: step.name,
				requests: own.map(({ method, path, status }) => `${method} ${path}: ${status}`),
				headers: sorted(own.flatMap(({ headers }) => headers)),
				answer: sorted(own.flatMap(({ bodies }) => bodies.flatMap((body) => [...placesOf(body)]))),
				output: sorted(Object.keys(items[0]?.json ?? {})),
				...outcome,
			});
		}
		return { steps, spentUsd: purse.spent };
	} finally {
		await recorder.close();
	}
}

interface Outcome extends Pick<StepReport, 'cost' | 'estimate' | 'problem'> {
	items: INodeExecutionData[];
}

async function take(
	step: Step,
	found: Found,
	purse: Purse,
	access: Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>,
): Promise<Outcome> {
	const none: Outcome = { items: [], cost: null, estimate: null };
	const parameters = step.parameters(found);
	if (typeof parameters === 'string') return { ...none, problem: `Not made: ${parameters}` };
	const input = step.input === undefined ? undefined : found.items(step.input);
	if (input?.length === 0) return { ...none, problem: `Not made: ${step.input} left nothing` };
	const run = async (settings: INodeParameters) => {
		const options = { ...(parameters.options as INodeParameters | undefined), ...settings };
		return await runNode({
			node: step.node,
			parameters: { ...parameters, options },
			...(input && {
				items: input.map(({ json, binary }) => ({ json, ...(binary && { binary }) })),
			}),
			...access,
		});
	};
	if (!step.paid) {
		const { error, outputs } = await run({});
		return { ...none, items: outputs[0] ?? [], ...(error && { problem: error.message }) };
	}
	const dry = await run({ cost: { dryRun: true } });
	const estimate = costOf(dry.outputs[0], 'estimate');
	const maxCostPerRun = Math.max(purse.maxCost - purse.spent, 0.000001);
	const limit = step.unpriced ? { maxCallsPerRun: 1 } : { maxCostPerRun };
	const { error, outputs, customData } = await run(inGroups(limit));
	const items = outputs[0] ?? [];
	const cost = costOf(items);
	const counted = Number(customData.inferenceCostUsd ?? 0);
	purse.spent += counted > 0 || items.length === 0 ? counted : (usdOf(estimate) ?? 0);
	return { items, cost, estimate, ...(error && { problem: error.message }) };
}

function costOf(items: INodeExecutionData[] = [], field = 'cost'): IDataObject | null {
	const cost = items[0]?.json[field];
	return isRecord(cost) ? (cost as IDataObject) : null;
}

function usdOf(cost: IDataObject | null): number | undefined {
	return typeof cost?.amount === 'number' ? cost.amount : undefined;
}

/** The model whose prices are the lowest in sum, as prices of one type have the same parts; where the list has none, the first. */
function cheapestOf(items: INodeExecutionData[]): string | undefined {
	const priced = items
		.map(({ json }) => ({ id: String(json.id), sum: sumOf(json.pricing) }))
		.filter(({ sum }) => sum > 0)
		.sort((a, b) => a.sum - b.sum);
	return priced[0]?.id ?? (items[0] && String(items[0].json.id));
}

function sumOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return isRecord(value)
		? Object.values(value).reduce((sum: number, one) => sum + sumOf(one), 0)
		: 0;
}

const sorted = (names: string[]) => [...new Set(names)].sort();
