import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { readParameter } from '../../lib/fields/readParameter';
import type { Prepare } from '../../lib/wire/send';
import { cut } from '../../lib/core/cut';

/** Refuses a value of Max Characters that is no whole number above 0. */
export const checkMaxCharacters: Prepare = function () {
	readMaxCharacters(this);
};

/** A text under the given name, cut where the user wants it, with its full length. */
export function cutTextFacts(
	context: IExecuteSingleFunctions,
	name: string,
	value: unknown,
): IDataObject {
	const whole = typeof value === 'string' ? value : '';
	const { text, characters, truncated } = cut(whole, readMaxCharacters(context));
	return { [name]: text, characters, truncated };
}

function readMaxCharacters(context: IExecuteSingleFunctions): number {
	const rule = { label: 'Max Characters', kind: 'number', min: 1, integer: true } as const;
	const most = readParameter(context, 'options.maxCharacters', '', rule);
	return typeof most === 'number' ? most : Number.POSITIVE_INFINITY;
}
