import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import type { Answer } from '../../lib/base/answer';
import { having, perhaps, readAs } from '../../lib/http/readAs';
import { wantedCount } from '../common/wantedCount';

const MAP = having({ data: z.record(z.unknown()), type: perhaps(z.string()) });

/** One item for each name of a map from names to model IDs. */
export async function mapEntries(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const { data, type = null } = readAs(answer, MAP);
	return Object.entries(data)
		.slice(0, wantedCount(this))
		.map(([name, model]) => ({ json: { name, model, type } as IDataObject }));
}
