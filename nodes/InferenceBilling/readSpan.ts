import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/base/failure';
import { readParameter } from '../../lib/fields/readParameter';
import type { Span } from '../../lib/usage/slots';

/** The custom period. Throws a ServiceFailure when one of its ends is no time, or the end is not after the start. */
export function readSpan(context: IExecuteSingleFunctions, zone: string): Span {
	const read = (name: string, label: string) =>
		String(readParameter(context, name, '', { label, kind: 'time', required: true }, zone));
	const [start, end] = [read('start', 'Start'), read('end', 'End')];
	if (Date.parse(end) > Date.parse(start))
		return { start: Date.parse(start), end: Date.parse(end) };
	throw badInput(`End must be later than Start, but Start is ${start} and End is ${end}`);
}
