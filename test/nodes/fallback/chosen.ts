import type { INodeParameters } from 'n8n-workflow';
import { typed } from '../../coverage/given';
import type { Fault } from '../../service/faults';

/** The value of Fallback Models for these models. */
export const fallbackTo = (
	models: Array<string | { model: string; voice: string }>,
	limits: INodeParameters = {},
): INodeParameters => ({
	models: {
		model: models.map((one) =>
			typeof one === 'string'
				? { model: typed(one) }
				: { model: typed(one.model), voice: one.voice },
		),
	},
	...limits,
});

/** Trouble of one model, as often as it is asked. */
export const trouble = (model: string, status: number, code?: string): Fault => ({
	...{ model, status, times: 50 },
	body: { error: `Trouble ${status}`, ...(code === undefined ? {} : { code }) },
});
