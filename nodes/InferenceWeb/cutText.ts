import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import type { Prepare } from '../../lib/wire/send';
import { cut } from '../../lib/core/cut';

/** Refuses a value of Max Characters that is no whole number above 0. */
export const checkMaxCharacters: Prepare = function () {
	readMaxCharacters(this);
};

/** A text under the given name, cut where the user wants it, with its full length. */
export function cutTextFacts(context: ItemContext, name: string, value: unknown): IDataObject {
	const whole = typeof value === 'string' ? value : '';
	const { text, characters, truncated } = cut(whole, readMaxCharacters(context));
	return { [name]: text, characters, truncated };
}

function readMaxCharacters(context: ItemContext): number {
	return Number(context.parameters.options.maxCharacters ?? Number.POSITIVE_INFINITY);
}
