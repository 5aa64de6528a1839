import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { objectWith, orNull, readAs } from '../../lib/wire/readAs';
import type { Read } from '../../lib/wire/send';
import { wantedCount } from '../common/wantedCount';

const MAP = objectWith({ data: z.record(z.unknown()), type: orNull(z.string()) });

/** One item for each name of a map from names to model IDs. */
export const mapEntries: Read = async function (answer) {
	const { data, type = null } = readAs(answer, MAP);
	return Object.entries(data)
		.slice(0, wantedCount(this))
		.map(([name, model]) => ({ json: { name, model, type } as IDataObject }));
};
