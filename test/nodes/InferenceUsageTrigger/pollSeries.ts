import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import {
	SERVICE_TIME_BY_TRIGGER,
	STAMP_MARGIN_MS,
} from '../../../nodes/InferenceUsageTrigger/pollUsage';
import { runPoll, type Ending, type RunPollOptions } from '../../engine/runPoll';
import type { UsageEntry } from '../../service/usage/entry';
import { skipWaits } from '../steadyClock';
import type { ServiceUnderTest } from '../withService';

/** Polls of one trigger one after the other, whose state is kept as n8n keeps it. */
export class PollSeries {
	staticData: IDataObject = {};

	/** How the next executions end that a poll watches. */
	status: Ending | undefined = 'success';

	/** What the last poll reported as failed beside its items. */
	errors: Error[] = [];

	private readonly node = new InferenceUsageTrigger();

	constructor(
		private readonly world: ServiceUnderTest,
		public parameters: INodeParameters,
	) {
		SERVICE_TIME_BY_TRIGGER.clear();
	}

	/** The items of a poll at this time, and the two seconds that the trigger adds to its delay; null when it starts nothing. */
	async at(now: string, options: Partial<RunPollOptions> = {}): Promise<IDataObject[] | null> {
		jest.restoreAllMocks();
		skipWaits();
		const { access } = this.world;
		const { node, parameters, staticData } = this;
		const onEmit: RunPollOptions['onEmit'] = (end) => this.status && end(this.status);
		const clock = Date.parse(now) + STAMP_MARGIN_MS;
		const setting = { ...access, node, parameters, staticData, now: clock, onEmit };
		const result = await runPoll({ ...setting, ...options });
		this.errors = result.errors;
		if (options.mode !== 'manual') this.staticData = result.staticData;
		return result.items && result.items.map(({ json }) => json);
	}
}

/** A charge (negative amount) or a refund, recorded at its own time. */
export function recordUsage(
	world: ServiceUnderTest,
	time: string,
	change: Partial<UsageEntry> = {},
) {
	world.service.record({
		timestamp: time,
		amount: -0.1,
		currency: 'USD',
		sku: 'text-basic-input-mtoken',
		units: 1,
		pricePerUnitUsd: 0.1,
		notes: '',
		inferenceDetails: null,
		...change,
	});
}
