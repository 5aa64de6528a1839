import type { IDataObject } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { neutralName, wireName } from './body';

/** What the sentences call them. */
export const EXTRA_FIELDS = 'Extra Fields (JSON)';

/** Fields that decide who pays, who answers, how often and where to, without regard to case, dashes and underscores. */
const REFUSED: Array<[names: string[], why: string]> = [
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
export function requireAllowed(fields: Json): void {
	for (const name of Object.keys(fields)) {
		const plain = name.toLowerCase().replace(/[\s_-]/g, '');
		const [, why] = REFUSED.find(([names]) => names.includes(plain)) ?? [];
		if (why !== undefined) throw notAllowed(name, why);
	}
	requireNoPrototype(fields);
}

function requireNoPrototype(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	if (Object.hasOwn(value, '__proto__'))
		throw notAllowed('__proto__', 'it is not a valid field name');
	for (const one of Object.values(value)) requireNoPrototype(one);
}

function notAllowed(name: string, why: string) {
	return badInput(`${EXTRA_FIELDS} must not contain "${name}": ${why}`, 'Remove the field.');
}

/** How a request is written, and what its panel calls the fields that it sets. */
export interface Writing {
	/** The name prefix of the deployment. */
	prefix: string;
	/** The label of the field with this name; undefined where the panel has none. */
	labelOf?(path: string): string | undefined;
}

/**
 * The body of a request, JSON or a form, with fields that it lacks; what has them already stays as it is. Names count as they are on the
 * wire, with the prefix of the deployment or without. Throws a ServiceFailure for a field that is set to something else.
 */
export function withFields(body: unknown, fields: Json, writing: Writing): unknown {
	const neutral = inNeutralNames(fields, writing);
	if (body instanceof FormData) return addToForm(body, neutral, writing);
	return joined(isRecord(body) ? body : {}, neutral, writing, '');
}

/** Fields with the names of the specification, whichever of the two they were written with. */
function inNeutralNames(fields: Json, writing: Writing): Json {
	const { prefix } = writing;
	const renamed: Json = {};
	for (const [name, value] of Object.entries(fields)) {
		const neutral = neutralName(name, prefix);
		const inner =
			neutral === 'service_parameters' && isRecord(value)
				? Object.fromEntries(
						Object.entries(value).map(([key, one]) => [neutralName(key, prefix), one]),
					)
				: value;
		Object.assign(renamed, joined(renamed, { [neutral]: inner }, writing, ''));
	}
	return renamed;
}

/** Two records as one; each may have a part of the same inner record. */
function joined(body: Json, fields: Json, writing: Writing, path: string): Json {
	const all: Json = { ...body };
	for (const [name, value] of Object.entries(fields)) {
		const before = Object.hasOwn(body, name) ? body[name] : undefined;
		const at = `${path}${name}`;
		if (before === undefined) all[name] = value;
		else if (isRecord(before) && isRecord(value)) {
			all[name] = joined(before, value, writing, `${at}.`);
		} else if (!isSame(before, value)) throw alreadySet(at, writing);
	}
	return all;
}

function addToForm(form: FormData, fields: Json, writing: Writing): FormData {
	for (const [name, value] of Object.entries(fields)) {
		const text = formText(value);
		const before = form.getAll(name);
		if (before.length === 0) form.append(name, text);
		else if (before.length > 1 || before[0] !== text) throw alreadySet(name, writing);
	}
	return form;
}

/** A value as a field of a form. */
export function formText(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value as IDataObject[string]);
}

function isSame(one: unknown, other: unknown): boolean {
	return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function alreadySet(path: string, { prefix, labelOf }: Writing) {
	const name = path
		.split('.')
		.map((part) => wireName(part, prefix))
		.join('.');
	const label = labelOf?.(path);
	const where = label === undefined ? 'the node' : `the parameter ${label}`;
	return badInput(
		`${EXTRA_FIELDS} must not contain "${name}", which is set by ${where}`,
		label === undefined ? 'Remove the field.' : `Remove the field, or change ${label} instead.`,
	);
}
