import type { IDataObject } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { neutralName, wireName } from './body';

/** What the sentences call them. */
export const EXTRA_FIELDS_LABEL = 'Extra Fields (JSON)';

/** Fields that decide who pays, who answers, how often and where to, without regard to case, dashes and underscores. */
const REFUSED_FIELDS: Array<[names: string[], why: string]> = [
	[
		['model', 'models', 'modelid', 'fallbacks', 'route', 'provider', 'providers'],
		'which model answers is set by Model and Fallback Models',
	],
	[['n'], 'it multiplies the charge'],
	[['stream', 'streamoptions'], 'whether the answer is streamed is set by the node'],
	[
		[
			...['authorization', 'apikey', 'xapikey', 'accesstoken', 'authtoken', 'bearertoken'],
			...[
				'credential',
				'credentials',
				'password',
				'secret',
				'signinwithx',
				'xsigninwithx',
				'xpayment',
			],
		],
		'the credential of the node signs its requests',
	],
	[
		[
			...['callback', 'callbacks', 'callbackurl', 'webhook', 'webhooks', 'webhookurl'],
			...['notifyurl', 'notificationurl'],
		],
		'the answer must come back to this node',
	],
];

/** Refuses extra fields that no request may have. Throws a ServiceFailure that names the field. */
export function requireAllowedFields(fields: Json): void {
	for (const name of Object.keys(fields)) {
		const plain = name.toLowerCase().replace(/[\s_-]/g, '');
		const [, why] = REFUSED_FIELDS.find(([names]) => names.includes(plain)) ?? [];
		if (why !== undefined) throw notAllowedFailure(name, why);
	}
	requireNoPrototype(fields);
}

function requireNoPrototype(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	if (Object.hasOwn(value, '__proto__'))
		throw notAllowedFailure('__proto__', 'it is not a valid field name');
	for (const one of Object.values(value)) requireNoPrototype(one);
}

function notAllowedFailure(name: string, why: string) {
	return badInput(`${EXTRA_FIELDS_LABEL} must not contain "${name}": ${why}`, 'Remove the field.');
}

/** How a request is written, and what its panel calls the fields that it sets. */
export interface WireNaming {
	/** The name prefix of the deployment. */
	prefix: string;
	/** The label of the field with this name; undefined where the panel has none. */
	labelOf?(path: string): string | undefined;
}

/**
 * The body of a request, JSON or a form, with fields that it lacks; what has them already stays as it is. Names count as they are on the
 * wire, with the prefix of the deployment or without. Throws a ServiceFailure for a field that is set to something else.
 */
export function withAddedFields(body: unknown, fields: Json, naming: WireNaming): unknown {
	const neutral = inNeutralNames(fields, naming);
	if (body instanceof FormData) return addToForm(body, neutral, naming);
	return mergedRecord(isRecord(body) ? body : {}, neutral, naming, '');
}

/** Fields with the names of the specification, whichever of the two they were written with. */
function inNeutralNames(fields: Json, naming: WireNaming): Json {
	const { prefix } = naming;
	const renamed: Json = {};
	for (const [name, value] of Object.entries(fields)) {
		const neutral = neutralName(name, prefix);
		const inner =
			neutral === 'service_parameters' && isRecord(value)
				? Object.fromEntries(
						Object.entries(value).map(([key, one]) => [neutralName(key, prefix), one]),
					)
				: value;
		Object.assign(renamed, mergedRecord(renamed, { [neutral]: inner }, naming, ''));
	}
	return renamed;
}

/** Two records as one; each may have a part of the same inner record. */
function mergedRecord(body: Json, fields: Json, naming: WireNaming, path: string): Json {
	const merged: Json = { ...body };
	for (const [name, value] of Object.entries(fields)) {
		const before = Object.hasOwn(body, name) ? body[name] : undefined;
		const at = `${path}${name}`;
		if (before === undefined) merged[name] = value;
		else if (isRecord(before) && isRecord(value)) {
			merged[name] = mergedRecord(before, value, naming, `${at}.`);
		} else if (!isSameJson(before, value)) throw alreadySetFailure(at, naming);
	}
	return merged;
}

function addToForm(form: FormData, fields: Json, naming: WireNaming): FormData {
	for (const [name, value] of Object.entries(fields)) {
		const text = formText(value);
		const before = form.getAll(name);
		if (before.length === 0) form.append(name, text);
		else if (before.length > 1 || before[0] !== text) throw alreadySetFailure(name, naming);
	}
	return form;
}

/** A value as a field of a form. */
export function formText(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value as IDataObject[string]);
}

function isSameJson(one: unknown, other: unknown): boolean {
	return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function alreadySetFailure(path: string, { prefix, labelOf }: WireNaming) {
	const name = path
		.split('.')
		.map((part) => wireName(part, prefix))
		.join('.');
	const label = labelOf?.(path);
	const where = label === undefined ? 'the node' : `the parameter ${label}`;
	return badInput(
		`${EXTRA_FIELDS_LABEL} must not contain "${name}", which is set by ${where}`,
		label === undefined ? 'Remove the field.' : `Remove the field, or change ${label} instead.`,
	);
}
