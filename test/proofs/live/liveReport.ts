import { type ServiceOptions, startService } from '../../service/service';
import { liveRun, type LiveRun, type LiveTarget, type StepReport } from './liveRun';

export interface LiveStep extends StepReport {
	/** Places in the answers that the local service does not send, and those that only it sends. */
	unknown: string[];
	missing: string[];
	/** Header names likewise. */
	unknownHeaders: string[];
	missingHeaders: string[];
}

export interface LiveReport {
	what: string;
	date: string;
	/** USD. */
	maxCost: number;
	spentUsd: number;
	steps: LiveStep[];
}

/** Makes the steps against a service and against the local one, and sets both beside each other. */
export async function liveReport(target: LiveTarget, maxCost: number): Promise<LiveReport> {
	const { steps, spentUsd } = await liveRun(target, maxCost);
	const local = await localRun(maxCost);
	return {
		what: 'Each group of operations once against a deployment, beside the local service',
		date: new Date().toISOString().slice(0, 10),
		maxCost,
		spentUsd,
		steps: steps.map((step, index) => {
			const other = local.steps[index];
			return {
				...step,
				unknown: without(step.answer, other?.answer),
				missing: without(other?.answer, step.answer),
				unknownHeaders: without(step.headers, other?.headers),
				missingHeaders: without(other?.headers, step.headers),
			};
		}),
	};
}

/** The same steps against the local service alone: what a run would do, and cost by its prices. */
export async function localRun(maxCost: number, options: ServiceOptions = {}): Promise<LiveRun> {
	const service = await startService({
		history: { entries: 20, from: new Date(Date.now() - 86_400_000).toISOString(), stepMs: 60_000 },
		...{ jobs: { audio: 10, video: 10 } },
		...options,
	});
	try {
		const { user: apiKey } = service.keys;
		return await liveRun({ baseUrl: service.url, apiKey, namePrefix: 'service' }, maxCost);
	} finally {
		await service.close();
	}
}

const without = (names: string[] = [], others: string[] = []) =>
	names.filter((name) => !others.includes(name));
