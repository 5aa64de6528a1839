import { IANAZone } from 'luxon';

import { badInput } from '../core/failure';
import { accept } from './accept';
import { shownValue } from './parseJson';
import type { ValueRule } from './rules';

/** The n8n functions that read the parameters of the current item, or of a trigger. */
interface ParameterContext {
	getNodeParameter(name: string, fallback?: unknown): unknown;
	getTimezone(): string;
}

/**
 * The value of a parameter that is not sent, checked like one that is; the fallback when it is empty.
 * Throws a ServiceFailure that names the parameter, what is allowed and what was given.
 */
export function readParameter(
	context: ParameterContext,
	name: string,
	fallback: unknown,
	rule: ValueRule,
	zone = context.getTimezone(),
): unknown {
	return accept(rule, context.getNodeParameter(name, fallback), zone) ?? fallback;
}

/** The same for a number. */
export function readNumber(
	context: ParameterContext,
	name: string,
	fallback: number,
	rule: Omit<ValueRule, 'kind'>,
): number {
	return Number(readParameter(context, name, fallback, { ...rule, kind: 'number' }));
}

/** The same for a switch. */
export function readSwitch(
	context: Pick<ParameterContext, 'getNodeParameter'>,
	name: string,
	fallback: boolean,
	label: string,
): boolean {
	return switchValue(context.getNodeParameter(name, fallback), label) ?? fallback;
}

/** The value of a switch; undefined when it is empty. Throws like `readParameter`. */
export function switchValue(value: unknown, label: string): boolean | undefined {
	return accept({ label, kind: 'boolean' }, value, 'UTC') as boolean | undefined;
}

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

/** The same for one of several values. */
export function readChoice<T extends string>(
	context: ParameterContext,
	name: string,
	fallback: T,
	label: string,
	values: readonly T[],
): T {
	const rule = { label, kind: 'choice', values } as const;
	const value = readParameter(context, name, fallback, rule);
	return values.find((one) => one === value) ?? fallback;
}

/** The time zone that was chosen, or that of the workflow. */
export function chosenZone(given: unknown, context: Pick<ParameterContext, 'getTimezone'>): string {
	const label = 'Time Zone';
	const chosen = String(accept({ label, kind: 'text' }, given, 'UTC') ?? '').trim();
	const zone = chosen === '' ? context.getTimezone() : chosen;
	if (IANAZone.isValidZone(zone)) return zone;
	throw badInput(
		`${label} must be an IANA name such as Europe/Berlin or UTC, but ${shownValue(zone)} was given`,
		'Enter the name of a time zone, or leave Time Zone empty to use that of the workflow.',
	);
}
