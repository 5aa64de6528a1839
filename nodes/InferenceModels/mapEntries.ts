import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { objectWith, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import type { ReadAnswer } from '../../lib/wire/send';
import { readWantedCount } from '../common/wantedCount';

const MODEL_MAP_SCHEMA = objectWith({
	data: z.record(z.unknown()),
	type: nullIfUnreadable(z.string()),
});

export const readModelMap: ReadAnswer = async function (answer) {
	const { data, type = null } = readAs(answer, MODEL_MAP_SCHEMA);
	return Object.entries(data)
		.slice(0, readWantedCount(this))
		.map(([name, model]) => ({ json: { name, model, type } as IDataObject }));
};
