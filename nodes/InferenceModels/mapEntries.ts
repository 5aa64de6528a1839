import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../../lib/record';
import type { Answer } from '../../lib/transport/http/answer';
import { wantedCount } from '../common/wantedCount';

/** One item for each name of a map from names to model IDs. */
export async function mapEntries(
	this: IExecuteSingleFunctions,
	{ body }: Answer,
): Promise<INodeExecutionData[]> {
	const map = isRecord(body) && isRecord(body.data) ? body.data : {};
	const type = isRecord(body) && typeof body.type === 'string' ? body.type : null;
	return Object.entries(map)
		.slice(0, wantedCount(this))
		.map(([name, model]) => ({ json: { name, model: String(model), type } }));
}
