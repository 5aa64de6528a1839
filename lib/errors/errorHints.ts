import { isRecord } from '../base/record';
import { wireText } from '../text/wireText';

/** What a refusal offers beside its sentence, as sentences for the cure (docs/service.md#errors). */
export function errorHints(body: unknown): string[] {
	if (!isRecord(body)) return [];
	const error = isRecord(body.error) ? body.error : {};
	const refunded = body.credits_refunded ?? error.credits_refunded;
	return [
		sentence(
			body.suggested_prompt,
			(prompt) => `The service suggests this prompt instead: ${prompt}`,
		),
		sentence(error.recommended_model, (model) => `The service recommends the model ${model}.`),
		refunded === true ? 'The charge was refunded.' : '',
		refunded === false ? 'The charge was not refunded.' : '',
		...consentHints(body),
		...balanceHints(body),
	].filter((hint) => hint !== '');
}

function consentHints(body: Record<string, unknown>): string[] {
	if (typeof body.consent_flow !== 'string') return [];
	const roles = Array.isArray(body.face_media_roles)
		? body.face_media_roles.map(wireText).join(', ')
		: '';
	const policy = isRecord(body.consent) ? body.consent.policy_text : undefined;
	return [
		`Nothing was charged. If you agree, add the option Consent with the Consent Flow "${body.consent_flow}", switch on all three confirmations and run again.`,
		roles === '' ? '' : `Faces were found in: ${roles}.`,
		sentence(policy, (text) => `Policy: ${text}`),
		sentence(body.docs_url, (url) => `More at ${url}`),
	];
}

function balanceHints(body: Record<string, unknown>): string[] {
	const usd = (value: unknown, words: (amount: string) => string) =>
		value === undefined || value === null ? '' : words(`${wireText(value)} USD`);
	return [
		usd(body.currentBalanceUsd, (amount) => `The balance is ${amount}.`),
		usd(body.minimumBalanceUsd, (amount) => `A call needs at least ${amount}.`),
		usd(body.suggestedTopUpUsd, (amount) => `Suggested top-up: ${amount}.`),
	];
}

function sentence(value: unknown, words: (text: string) => string): string {
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

/** What a 402 says about payment by a wallet, for the details of the error (docs/service.md#wallets); undefined when it says nothing. */
export function paymentFacts(body: unknown): Record<string, unknown> | undefined {
	const facts = isRecord(body)
		? PAYMENT_FACTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))
		: [];
	return facts.length > 0 ? Object.fromEntries(facts) : undefined;
}
