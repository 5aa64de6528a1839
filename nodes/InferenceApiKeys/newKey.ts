import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { clock } from '../../lib/core/clock';
import { badInput, failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { keySettings } from '../../lib/models/apiKeyRecord';
import type { Item } from '../../lib/run/item';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { objectWith, readAs } from '../../lib/wire/readAs';
import type { Prepare } from '../../lib/wire/send';

/** No more is asked for than what would be lost: a key without a description is still a key. */
const NEW_KEY_SCHEMA = objectWith({
	data: objectWith({ id: z.string(), apiKey: z.string().min(1) }),
});

/** Read as a whole: a key that cannot be read may be the one that is looked for. */
const KEY_LIST_SCHEMA = objectWith({
	data: z.array(objectWith({ id: z.string(), description: z.string().nullish() })),
});

export type KnownKey = z.infer<typeof KEY_LIST_SCHEMA>['data'][number];

const PERHAPS_CREATED_CURE =
	'The key may exist although its secret is lost. Look for its description with Get Many, and delete it before you run this again.';

/** Refuses a limit without its period, a period without a limit, and a key that has expired already. */
export const checkNewKey: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	const limits = isRecord(body.consumptionLimit) ? Object.keys(body.consumptionLimit) : [];
	if (limits.length > 0 && body.limitPeriod === undefined) {
		throw badInput(
			'A spending limit needs a Limit Period, but none was set',
			'Add Limit Period under Spending Limit: Day, Month or Lifetime.',
		);
	}
	if (limits.length === 0 && body.limitPeriod !== undefined) {
		throw badInput(
			'A Limit Period needs a limit, but none was set',
			'Add Limit (USD) or Limit (DIEM) under Spending Limit.',
		);
	}
	const { expiresAt } = body;
	if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= clock.now()) {
		throw badInput(
			`Expires At must be in the future, but ${expiresAt} was given`,
			'Choose a later moment, or remove the option for a key without an end.',
		);
	}
};

/**
 * Creates the key once and returns its secret, which no later answer has. Where an earlier try of the node may have created it, it is
 * created only if no key has its description. With `change`, a key that has it is changed instead.
 */
export async function createKeyOnce(
	item: Item,
	change?: (known: KnownKey[]) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const { request, savedAnswers, run } = item;
	const description = String((request.body as IDataObject).description).trim();
	const mark = `key ${description}`;
	let known = change === undefined ? [] : await keysNamed(item, description);
	let isFirst = false;
	await savedAnswers.once(mark, async () => (isFirst = true));
	if (!isFirst) known = await keysNamed(item, description);
	if (known.length > 0) {
		if (!isFirst || change === undefined) throw createdByEarlierTryError(description);
		savedAnswers.forget(mark);
		return await change(known);
	}
	const { data } = await sendCreate(item).catch((error: unknown) => {
		const failure = failureOrRethrow(error);
		if (!mayHaveCreatedKey(failure)) savedAnswers.forget(mark);
		throw failure;
	});
	const last6Chars = data.apiKey.slice(-6);
	const settings = keySettings({ last6Chars, ...data });
	run.recordPaidWork({ apiKeyId: settings.id, description: settings.description });
	return [{ json: { ...settings, apiKey: data.apiKey } }];
}

/** The new key. What cannot be read, or says that it failed, may hold its secret: no error quotes that, not even as a cause. */
async function sendCreate({ send, request }: Item): Promise<z.infer<typeof NEW_KEY_SCHEMA>> {
	try {
		return readAs(await send(request), NEW_KEY_SCHEMA);
	} catch (error) {
		const failure = failureOrRethrow(error);
		if (mayHaveCreatedKey(failure)) throw perhapsCreatedFailure(failure);
		throw failure.facts.status === undefined ? failure : withoutSecret(failure);
	}
}

function perhapsCreatedFailure({ message, facts: { kind, status, requestId } }: ServiceFailure) {
	const unread = 'The service created a key, but its answer cannot be read';
	const failed = status === undefined ? message : 'The service failed to create the key';
	const facts = { kind, status, requestId, cure: PERHAPS_CREATED_CURE };
	return new ServiceFailure(kind === 'malformed' ? unread : failed, facts);
}

/** As long as a secret, and longer than the name of any setting of a key. */
const SECRET_LIKE = /[\w\-+/=~%]{17,}/g;

/** A refusal in the words of the service, without what may be the secret in it. */
function withoutSecret({ message, facts }: ServiceFailure) {
	const clean = (text: string) => text.replace(SECRET_LIKE, '***');
	const { kind, status, code, requestId, cure, fields } = facts;
	return new ServiceFailure(clean(message), {
		...{ kind, status, requestId },
		...(code !== undefined && { code: clean(code) }),
		...(cure !== undefined && { cure: clean(cure) }),
		...(fields !== undefined && { fields: fields.map(clean) }),
	});
}

/** What is not charged after trouble of the service may be made nevertheless. */
function mayHaveCreatedKey({ facts }: ServiceFailure): boolean {
	const { charged, reason } = verdictOf(facts);
	return charged === 'maybe' || reason === 'trouble';
}

function createdByEarlierTryError(description: string) {
	return badInput(
		`The key "${description}" may have been created by an earlier try whose answer was lost, so it was not created again`,
		PERHAPS_CREATED_CURE,
	);
}

/** The keys of the account that have a description, blanks around it aside. */
async function keysNamed({ send, request }: Item, description: string): Promise<KnownKey[]> {
	const list = { ...request, method: 'GET', body: undefined } as const;
	const { data } = readAs(await send(list, { free: true }), KEY_LIST_SCHEMA);
	return data.filter((key) => key.description?.trim() === description);
}
