import { isRecord } from '../base/record';
import { cut } from '../text/cut';
import { pageTitle } from '../text/markup';
import { errorHints } from './errorHints';
import { ERROR_TABLE } from './errorTable';
import { fieldErrors, fieldNames } from './refusedFields';

/** As much as a person reads of what the service says, in characters. */
const LONGEST = 1_000;

export interface Explanation {
	message: string;
	cure: string;
	code?: string;
	/** The parts of the request that were refused, where the service names them. */
	fields?: string[];
}

/**
 * What a refusal means and what to do about it, from its status and decoded body.
 * Every body shape is read (docs/service.md#errors); the service's own sentence and its field errors stand in the message.
 */
export function explain(status: number, body: unknown): Explanation {
	if (status >= 300 && status < 400) {
		return {
			message:
				'The service answered with a redirect, which is not followed because it would carry the key',
			cure: 'Enter the final address as Base URL in the credential.',
		};
	}
	const code = errorCode(body);
	const row =
		ERROR_TABLE.find(
			(entry) => code !== undefined && entry.code === code && [status, 0].includes(entry.status),
		) ??
		ERROR_TABLE.find((entry) => entry.status === status && entry.code === undefined) ??
		ERROR_TABLE.at(-1);
	const fields = fieldErrors(body);
	const names = fieldNames(body);
	const sentence = errorSentence(body);
	const repeated = fields.some((field) => field.endsWith(`: ${sentence}`));
	const parts = [repeated ? '' : sentence, ...fields].filter((part) => part !== '');
	const said =
		cut([...new Set(parts)].join(' · '), LONGEST).text ||
		(row?.code === undefined ? (code ?? '') : '');
	return {
		message: together(row?.cause ?? 'The call failed', said),
		cure: cut([row?.cure ?? '', ...errorHints(body)].join(' ').trim(), 5 * LONGEST).text,
		...(code === undefined ? {} : { code }),
		...(names.length === 0 ? {} : { fields: names }),
	};
}

/** What went wrong, and what the service says of it; that alone where it says the same. */
function together(cause: string, said: string): string {
	const start = (text: string) => text.toLowerCase().split(' ').slice(0, 3).join(' ');
	if (start(cause) === start(said)) return said;
	return said === '' ? cause : `${cause}: ${said}`;
}

/** A machine code, as opposed to a sentence: `MODEL_OFFLINE`, `needs_consent`, `UNAUTHORIZED`. */
const CODE = /^([A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+|[A-Z][A-Z0-9]{3,})$/;

function errorCode(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const candidates = [body.code, isRecord(body.error) ? body.error.code : body.error];
	return candidates.find(
		(value): value is string =>
			typeof value === 'string' && value.length <= 100 && CODE.test(value),
	);
}

function errorSentence(body: unknown): string {
	if (typeof body === 'string') return pageTitle(body) ?? body.trim().slice(0, 500);
	if (!isRecord(body)) return '';
	const nested = isRecord(body.error) ? body.error.message : body.error;
	const sentence = typeof nested === 'string' && !CODE.test(nested) ? nested : '';
	const others = [body.message, body.customMessage].filter(
		(value): value is string => typeof value === 'string' && value !== sentence,
	);
	const told = [sentence, ...others].filter((part) => part !== '');
	return told.map((part) => cut(part, LONGEST).text).join(' · ');
}
