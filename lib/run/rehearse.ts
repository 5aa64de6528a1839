import { randomUUID } from 'node:crypto';

import { requireJson, type Answer } from '../core/answer';
import { notePlaceholder, REHEARSAL_PREFIX } from '../core/rehearsal';
import { bodyValuesAndFiles } from '../wire/body';
import type { Step } from '../wire/send';
import type { Payer } from './payer';
import { showHint } from './receiveWhole';
import { isLookUp, placeholderFor } from './rehearsal/placeholders';

/** In a rehearsal, answers in the place of the service whatever costs money or changes something; look-ups go on. */
export const rehearse: Step<Payer> = async (next, call) => {
	const { payer, request: options, paid, free, readBody } = call;
	const { account, context, charges, run, extraFields } = payer;
	// What extra fields make of a look-up is not known.
	const isKnown = extraFields === undefined || free === true;
	if (account.rehearses !== true || (!paid && isKnown && isLookUp(options)))
		return await next(call);
	notePlaceholder(context);
	await run.remember('rehearsal', async () => showHint(context, HINT));
	const { request, files } = bodyValuesAndFiles(options.body);
	const id = `${REHEARSAL_PREFIX}${randomUUID()}`;
	const price = async () => await charges.prices.of({ request, files });
	const { rehearsalAnswer: said } = payer.settings;
	const body = await placeholderFor({ context, run, options, request, files, id, price, said });
	const { namePrefix, redact } = account;
	const model = request.model ?? request.modelId;
	const isRead = options.encoding === undefined;
	const answer: Answer = {
		body: isRead || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
		headers: {
			...{ 'content-type': Buffer.isBuffer(body) ? '' : 'application/json', 'x-request-id': id },
			...(typeof model === 'string' && { 'x-service-model-id': model }),
		},
		...{ namePrefix, redact, charge: 'none' },
		...(Number(request.n) > 1 && { asked: Number(request.n) }),
	};
	if (readBody !== undefined) return await readBody(answer);
	return isRead ? requireJson(answer) : answer;
};

const HINT =
	'<b>Rehearsal</b>: no paid call of this node was sent. Its answers are placeholders and its costs estimates. Nodes of other packages ran for real. Turn off <b>Rehearsal</b> in the credential to run in earnest.';
