import { IANAZone } from 'luxon';

import { badInput } from '../core/failure';
import { accept } from './accept';
import { shownValue } from './parseJson';

/** What a guard of money, privacy or a rehearsal is set to; undefined only where it is not set. Throws a ServiceFailure for what comes out empty, as an expression may: it must not lift the guard. */
export function guardValue(
	values: Record<string, unknown>,
	name: string,
	label: string,
	cure: string,
): unknown {
	if (!(name in values)) return undefined;
	const { [name]: given } = values;
	const isEmpty = (given ?? '') === '' || (typeof given === 'string' && given.trim() === '');
	if (!isEmpty) return given;
	throw badInput(
		`${label} is empty: the expression gave ${shownValue(given)}. Nothing was sent`,
		cure,
	);
}

/** Whether a switch that guards money, privacy or a rehearsal is on; undefined only where it is not set. Throws a ServiceFailure for what is neither true nor false. */
export function guardSwitch(
	values: Record<string, unknown>,
	name: string,
	label: string,
): boolean | undefined {
	if (!(name in values)) return undefined;
	const { [name]: given } = values;
	if (given === true || given === 'true') return true;
	if (given === false || given === 'false') return false;
	throw badInput(
		`${label} must be true or false; the expression gave ${shownValue(given)}. Nothing was sent`,
		'Correct the expression, or turn the option on or off.',
	);
}

/** The time zone that was chosen, or that of the workflow. */
export function chosenZone(given: unknown, context: { getTimezone(): string }): string {
	const label = 'Time Zone';
	const chosen = String(accept({ label, kind: 'text' }, given, 'UTC') ?? '').trim();
	const zone = chosen === '' ? context.getTimezone() : chosen;
	if (IANAZone.isValidZone(zone)) return zone;
	throw badInput(
		`${label} must be an IANA name such as Europe/Berlin or UTC, but ${shownValue(zone)} was given`,
		'Enter the name of a time zone, or leave Time Zone empty to use that of the workflow.',
	);
}
