import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../../lib/record';
import type { Answer } from '../../lib/transport/http/answer';

/** One item with what stands in `data` of the answer. */
export async function readData(
	this: IExecuteSingleFunctions,
	{ body }: Answer,
): Promise<INodeExecutionData[]> {
	const data = isRecord(body) && isRecord(body.data) ? body.data : body;
	return [{ json: data as IDataObject }];
}
