import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import { accept } from '../../../lib/description/accept';
import type { WireRule } from '../../../lib/description/rules';
import { badInput } from '../../../lib/transport/errors/failure';
import type { Span } from '../../../lib/usage/report/period';

type FieldRule = Pick<WireRule, 'label' | 'kind'> & Partial<WireRule>;

/** The value of a parameter that stays here, checked like one that is sent. Throws a ServiceFailure that names it. */
export function readField(
	context: IExecuteSingleFunctions,
	name: string,
	fallback: unknown,
	rule: FieldRule,
	zone = context.getTimezone(),
): unknown {
	const given = context.getNodeParameter(name, fallback);
	const value = accept(
		{ where: 'query', path: name, required: false, list: false, ...rule },
		given,
		zone,
	);
	return value ?? fallback;
}

/** The time zone that was chosen, or that of the workflow. Throws a ServiceFailure when there is none of that name. */
export function readZone(context: IExecuteSingleFunctions): string {
	const given = String(
		readField(context, 'timeZone', '', { label: 'Time Zone', kind: 'text' }),
	).trim();
	const zone = given === '' ? context.getTimezone() : given;
	if (IANAZone.isValidZone(zone)) return zone;
	throw badInput(
		`Time Zone must be an IANA name such as Europe/Berlin or UTC, but ${JSON.stringify(zone)} was given`,
	);
}

/** The custom period. Throws a ServiceFailure when one of its ends is no time, or the end is not after the start. */
export function readSpan(context: IExecuteSingleFunctions, zone: string): Span {
	const read = (name: string, label: string) =>
		String(readField(context, name, '', { label, kind: 'time', required: true }, zone));
	const [start, end] = [read('start', 'Start'), read('end', 'End')];
	if (Date.parse(end) > Date.parse(start))
		return { start: Date.parse(start), end: Date.parse(end) };
	throw badInput(`End must be later than Start, but Start is ${start} and End is ${end}`);
}

/** The name of a binary field. Throws a ServiceFailure when it is empty. */
export function readFieldName(
	context: IExecuteSingleFunctions,
	name: string,
	fallback: string,
	label: string,
): string {
	return String(readField(context, name, fallback, { label, kind: 'text', required: true })).trim();
}
