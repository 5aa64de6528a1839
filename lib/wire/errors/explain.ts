import { isRecord, type Json } from '../../core/record';
import { cut, quoted } from '../../core/cut';
import { pageTitle } from '../../core/markup';
import { wireText } from '../../core/wireText';
import {
	fieldErrors,
	fieldNames,
	parseForeignError,
	providerStatements,
	refundSentence,
	statedRefund,
} from './refusalBody';
import { isServiceError, refusalOutcome } from './verdict';

/** As much as a person reads of what the service says, in characters. */
const MAX_MESSAGE_CHARACTERS = 1_000;

interface Explanation {
	message: string;
	cure: string;
	code?: string;
	/** What the service says, with code and type. */
	says?: string;
	/** The parts of the request that were refused, where the service names them. */
	fields?: string[];
}

/**
 * What a refusal means and what to do about it, from its status and decoded body.
 * Every body shape is read (docs/maintainers/service.md#errors); the service's own sentence and its field errors stand in the message.
 */
export function explainRefusal(status: number, body: unknown, location?: unknown): Explanation {
	// No redirect has words of the service.
	if (status >= 300 && status < 400) return redirected(location);
	const bodyRecord: Json = isRecord(body) ? body : {};
	const error: Json = isRecord(bodyRecord.error) ? bodyRecord.error : {};
	const code = errorCode(bodyRecord, error);
	const { fields, names, sentence, raw = [] } = messagePartsOf(body, bodyRecord, error, code);
	const repeated = fields.some((field) => field.endsWith(`: ${sentence}`));
	const parts = [repeated ? '' : sentence, ...fields, ...raw].filter((part) => part !== '');
	const words = cut([...new Set(parts)].join(' · '), MAX_MESSAGE_CHARACTERS).text;
	const said = [words, code, error.type].filter((part) => typeof part === 'string').join(' ');
	const says = cut(said.trim(), MAX_MESSAGE_CHARACTERS).text;
	const { words: row, special } = outcomeFor(status, body, says, code, error.type);
	const serviceMessage = words || (special?.code === undefined ? (code ?? '') : '');
	const namesFields = fields.length + names.length > 0;
	const advice = namesFields ? row.cure : (row.cureWithoutFields ?? row.cure);
	const cure =
		serviceMessage === '' && row.silent !== undefined ? cureForSilence(row.silent, body) : advice;
	const isWhole = row.isWhole === true && words !== '';
	const cures = [cure, ...errorHints(bodyRecord, error)];
	if (isWhole) cures.push(`The service says: ${words}`);
	return {
		message: isWhole ? row.cause : withServiceMessage(row.cause, serviceMessage),
		cure: cut(cures.join(' ').trim(), 5 * MAX_MESSAGE_CHARACTERS).text,
		...(code === undefined ? {} : { code }),
		...(says === '' ? {} : { says }),
		...(names.length === 0 ? {} : { fields: names }),
	};
}

/** Where a redirect leads: to the new place of the service, or to the login page of a network. */
function redirected(location: unknown): Explanation {
	const isWhole = typeof location === 'string' && /^https?:/i.test(location);
	const place = isWhole && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
	const message = `The service answered with a redirect${place}, which is not followed because it would carry the key`;
	const cure =
		'Enter the final address as Base URL in the credential. If it is a login page, ask whoever runs the network or the service to let n8n pass without it.';
	return { message, cure };
}

/** An answer in JSON came from a service, however little it says. */
function cureForSilence(silent: string, body: unknown): string {
	const isJson = typeof body === 'object' && body !== null;
	return isJson ? 'The answer says nothing more. Try again later.' : silent;
}

/** Codes and types of a refusal of what was asked for, whatever its status. */
const CONTENT_REFUSAL = /content[_-]?(policy|filter|violation)|moderation/i;

/** The words for a refusal: by who refused, by code or type, by what is said, by status. */
function outcomeFor(status: number, body: unknown, says: string, code?: string, type?: unknown) {
	const isPage = typeof body === 'string' && pageTitle(body) !== undefined;
	// A login page stands before the service; a plain "Unauthorized" may be its own.
	const isOwn = isServiceError(body) || (status === 401 && !isPage);
	const by = isOwn ? 'service' : 'between';
	const outcome = refusalOutcome({ status, by, code, says });
	const isContent = [code, type].some(
		(kind) => typeof kind === 'string' && CONTENT_REFUSAL.test(kind),
	);
	// The service's own trouble is not about the content, whatever words it uses.
	const isAboutContent = isContent && status < 500 && outcome.special === undefined;
	return isAboutContent ? refusalOutcome({ status: 422, by }) : outcome;
}

/** What a refusal says: a sentence, what it says against single fields, and their names. */
function messagePartsOf(body: unknown, bodyRecord: Json, error: Json, code?: string) {
	const fields = fieldErrors(bodyRecord);
	const names = fieldNames(bodyRecord);
	if (typeof body === 'string') {
		return { fields, names, sentence: pageTitle(body) ?? quoted(body.trim(), 500) };
	}
	const sentence = errorSentence(bodyRecord, error);
	if (sentence === '' && fields.length === 0) {
		const words = parseForeignError(body, code);
		return { ...words, names: [...names, ...words.names] };
	}
	// A gateway wraps what the provider behind it said, or all of it in a text.
	const inner = /^[{[]/.test(sentence) ? parseForeignError(sentence).sentence : '';
	const raw = [...providerStatements(error)].map(({ text }) => text);
	return { fields, names, raw, sentence: inner || sentence };
}

/** What went wrong, and what the service says of it; that alone where it says the same. */
function withServiceMessage(cause: string, serviceMessage: string): string {
	const start = (text: string) => text.toLowerCase().split(' ').slice(0, 3).join(' ');
	if (start(cause) === start(serviceMessage)) return serviceMessage;
	return serviceMessage === '' ? cause : `${cause}: ${serviceMessage}`;
}

/** A machine code, as opposed to a sentence: `MODEL_OFFLINE`, `needs_consent`, `UNAUTHORIZED`. */
const MACHINE_CODE = /^([A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+|[A-Z][A-Z0-9]{3,})$/;

function errorCode(body: Json, error: Json): string | undefined {
	const candidates = [body.code, error.code ?? body.error];
	return candidates.find(
		(value): value is string =>
			typeof value === 'string' && value.length <= 100 && MACHINE_CODE.test(value),
	);
}

function errorSentence(body: Json, error: Json): string {
	const nested = error.message ?? body.error;
	const sentence = typeof nested === 'string' && !MACHINE_CODE.test(nested) ? nested : '';
	const others = [body.message, body.customMessage].filter(
		(value): value is string => typeof value === 'string' && value !== sentence,
	);
	const sentences = [sentence, ...others].filter((part) => part !== '');
	return sentences.map((part) => cut(part, MAX_MESSAGE_CHARACTERS).text).join(' · ');
}

/** What a refusal offers beside its sentence, as sentences for the cure (docs/maintainers/service.md#errors). */
function errorHints(body: Json, error: Json): string[] {
	return [
		hintSentence(
			body.suggested_prompt,
			(prompt) => `The service suggests this prompt instead: ${prompt}`,
		),
		hintSentence(error.recommended_model, (model) => `The service recommends the model ${model}.`),
		refundSentence(statedRefund(body)),
		...consentHints(body),
		...balanceHints(body),
	].filter((hint) => hint !== '');
}

function consentHints(body: Json): string[] {
	if (typeof body.consent_flow !== 'string') return [];
	const roles = Array.isArray(body.face_media_roles)
		? body.face_media_roles.map(wireText).join(', ')
		: '';
	const policy = isRecord(body.consent) ? body.consent.policy_text : undefined;
	return [
		`Nothing was charged. If you agree, add the option Consent with the Consent Flow "${body.consent_flow}", switch on all three confirmations and run again.`,
		roles === '' ? '' : `Faces were found in: ${roles}.`,
		hintSentence(policy, (text) => `Policy: ${text}`),
		hintSentence(body.docs_url, (url) => `More at ${url}`),
	];
}

function balanceHints(body: Json): string[] {
	const usd = (value: unknown, words: (amount: string) => string) =>
		value === undefined || value === null ? '' : words(`${wireText(value)} USD`);
	return [
		usd(body.currentBalanceUsd, (amount) => `The balance is ${amount}.`),
		usd(body.minimumBalanceUsd, (amount) => `A call needs at least ${amount}.`),
		usd(body.suggestedTopUpUsd, (amount) => `Suggested top-up: ${amount}.`),
	];
}

function hintSentence(value: unknown, words: (text: string) => string): string {
	return typeof value === 'string' && value !== '' ? words(value) : '';
}

const PAYMENT_FACTS = [
	'currentBalanceUsd',
	'minimumBalanceUsd',
	'minimumTopUpUsd',
	'suggestedTopUpUsd',
	'accepts',
	'siwxChallenge',
];

/** What a 402 says about payment by a wallet, for the details of the error (docs/maintainers/service.md#wallets); undefined when it says nothing. */
export function paymentFacts(body: unknown): Record<string, unknown> | undefined {
	const facts = isRecord(body)
		? PAYMENT_FACTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))
		: [];
	return facts.length > 0 ? Object.fromEntries(facts) : undefined;
}
