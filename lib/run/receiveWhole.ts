import { ServiceFailure } from '../core/failure';
import { isRecord, omitKeys } from '../core/record';
import { verdictOf } from '../wire/errors/verdict';
import type { Pacer } from '../wire/pacing/pacer';
import type { Step } from '../wire/send';
import type { Payer } from './payer';

const HINT =
	'The service does not send answers of this model in chunks, so each came whole. Turn off Stream Response to Avoid Timeouts under Options to ask for whole answers from the start.';

/** Models that refused to send chunks, by the account that asked, for as long as the process runs. */
const wholeOnlyModels = new WeakMap<Pacer, Set<unknown>>();

/** An answer is encrypted piece by piece (docs/maintainers/service.md#chat). */
const ENCRYPTED_CURE =
	'An encrypted answer can only come in chunks, which the service refuses for this model. Choose another model that is marked "encryption" in the list, or set Encryption to Off to send the messages unencrypted.';

/**
 * Asks for a whole answer where the service refuses to send it in chunks: the nodes ask for chunks unless a user says otherwise. A refusal is
 * not charged. Encryption needs chunks.
 */
export const receiveWhole: Step<Payer> = async (next, call) => {
	const { payer, request } = call;
	const { body } = request;
	if (!isRecord(body) || body.stream !== true) return await next(call);
	const { pacer } = payer.account;
	const models = wholeOnlyModels.get(pacer) ?? new Set();
	const askWhole = async () => {
		const whole = { ...request, body: omitKeys(body, 'stream', 'stream_options') };
		return await next({ ...call, request: whole as typeof request });
	};
	if (payer.encryption !== undefined || !models.has(body.model)) {
		const outcome = await next(call).catch((error: unknown) => {
			if (!isRefusalOfChunks(error)) throw error;
			if (payer.encryption === undefined) return undefined;
			throw error.withMessage(error.message, { cure: ENCRYPTED_CURE });
		});
		if (outcome !== undefined) return outcome;
	}
	const answer = await askWhole();
	wholeOnlyModels.set(pacer, models.add(body.model));
	await payer.run.remember('whole answers', async () => showHint(payer.context, HINT));
	return answer;
};

/** Whether a service, by its own words, does not send chunks: to anybody, of this model, or with tools. */
function isRefusalOfChunks(error: unknown): error is ServiceFailure {
	if (!(error instanceof ServiceFailure)) return false;
	const { charged, reason, modelFault } = verdictOf(error.facts);
	// Some call it trouble of their own.
	const isTrouble = reason === 'trouble' && modelFault === undefined;
	const isRefusal = charged === 'no' && (reason === 'request' || isTrouble);
	return isRefusal && /\bstream(s|ed|ing|_options)?\b/i.test(error.message);
}

/** n8n shows hints of sub-nodes; the contexts of other items have none. */
export function showHint(context: object, message: string): void {
	if (!('addExecutionHints' in context) || typeof context.addExecutionHints !== 'function') return;
	context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
}
