import type { Verdict } from '../../core/failure';

/** What is known of a refusal; no one refuses what this run holds back itself. */
export interface Refusal {
	status?: number;
	by: 'service' | 'between' | 'noOne';
	code?: string;
	/** Its words, with its code and type. */
	says?: string;
}

/** A row fits a refusal in all that it names of it; the rest is what the refusal means, also in words. */
export type RefusalRow = Partial<Verdict & RefusalWords> & {
	by?: Refusal['by'];
	status?: number | RegExp;
	code?: string | RegExp;
	says?: RegExp;
};

export interface RefusalWords {
	cause: string;
	cure: string;
	/** Whether the cause says all, so that the words of the service follow the cure. */
	isWhole?: boolean;
	/** The cure where the answer says nothing. */
	silent?: string;
	/** The cure where the service names no field. */
	cureWithoutFields?: string;
}

/** Before any work. */
const REFUSED = { charged: 'no', again: 'never' } as const;
const SAFE = { charged: 'no', again: 'same' } as const;
/** It may have been served, and the answer is lost. */
export const LOST = { charged: 'maybe', again: 'if-idempotent' } as const;

/** The code of a refusal for a limit, and of a call that was not sent, as it would have had to wait for a limit longer than it may. */
export const RATE_LIMIT_CODE = 'RATE_LIMIT_EXCEEDED';

/** The code of a call that was not sent, as its model is down and another one can answer. */
export const MODEL_DOWN = 'MODEL_DOWN';

/** The code of a refusal that says, in words alone, that the key is blocked for a while after too many failures. */
export const KEY_BLOCKED = 'KEY_BLOCKED';

/** What a model is that a call certainly did not get to. */
export const OUT_OF_REACH = 'out of reach';

/** How services say that the messages do not fit into the model, in codes and words. */
const TOO_LONG = new RegExp(
	[
		String.raw`context[ _-]?(length|window|size|limit|shift)`,
		String.raw`too[ _]many[ _]tokens|reduce the length of|range of input length`,
		String.raw`(prompt|inputs?|messages|conversation) (is|are) too (long|large)`,
		String.raw`(max|maximum)[ _](prompt|input|model)[ _](length|tokens)`,
		String.raw`\btoken (count|limit)\b.{0,60}\bexceed|exceed.{0,60}\b(tokens? (count|limit)|number of tokens|(max|maximum) length)`,
		String.raw`\btokens\b.{0,60} must be <=|must have less than \d+ tokens`,
	].join('|'),
	'i',
);

const NOT_SUPPORTED = String.raw`(?:\bnot\b|n't\b).{0,30}\b(?:support|available|allow|enabled|implemented)|\bunsupported|\bunavailable|\bonly supports?\b`;

/** A format of answers that the model does not have. */
const NO_FORMAT = new RegExp(
	String.raw`^(?=.*(?:response[ _]?format|json[ _](?:schema|mode|object|output)|structured[ _]outputs?))(?=.*(?:${NOT_SUPPORTED}|response_format\.type\W+must be))`,
	'is',
);

/** A model, or a server of it, that cannot call tools. */
const NO_TOOLS = new RegExp(
	String.raw`^(?=.*(?:\btools?\b|\btool[ _-]?(?:use|calls?|calling|choice)\b|\bfunctions?[ _-]call(?:s|ing)?\b))(?=.*(?:${NOT_SUPPORTED}|no endpoints found that support|requires --))`,
	'is',
);

/** A field of the request that is not known, or not for this model. */
const NO_SUCH_FIELD =
	/\b(un(known|recognized|supported|expected|permitted)|extra)[ _]((request|body|query|input|keyword)[ _])?(arguments?|params?|parameters?|fields?|keys?|property|properties|names?)\b|extra[ _](inputs?|fields?) (are |is )?(not|un)|extra_forbidden|additional (property|properties)|(argument|param|parameter|field|key|property)s?\b.{0,60}\b(is|are|was) (not (supported|allowed|permitted|recognized|known)|un(supported|expected|known|recognized))|does not support .{0,40}\bparam|cannot find field/i;

const between = (status: number | RegExp) => ({ by: 'between', status }) as const;

const HTTPS_PORT = {
	cause: 'The server expects https at this port',
	cure: 'Use a Base URL that starts with https://, or check the port.',
};

const OFFLINE = {
	cause: 'The model is offline',
	cure: 'Choose another model, or add Fallback Models where the operation offers them.',
};

/**
 * What a refusal means, by who made it, its status, code or words (docs/maintainers/service.md#errors). Each column is that of the first row
 * that fits and has it; the words are those of one row.
 */
export const REFUSAL_OUTCOMES: RefusalRow[] = [
	{ by: 'noOne', code: RATE_LIMIT_CODE, reason: 'limit', limitOf: 'calls' },
	{ by: 'noOne', code: MODEL_DOWN, modelFault: 'down' },
	{ by: 'noOne', ...REFUSED },
	// What nginx, Go and others say where a request over plain http comes to a port for https.
	{ status: 400, says: /HTTP request (was sent )?to (an )?HTTPS (port|server)/i, ...HTTPS_PORT },
	{ status: 497, ...REFUSED, ...HTTPS_PORT },
	{
		...{ by: 'service', status: /^(400|413|422|500)$/, says: TOO_LONG },
		...{ ...REFUSED, reason: 'request', isAboutContent: true },
		cause: 'The input is longer than the model can read',
		cure: 'Shorten it, or choose a model with a larger context. In a chat, you can also lower Max Answer Length (Tokens); for an agent, let its memory keep fewer messages.',
	},
	{
		...{ by: 'service', status: /^(400|404|422|500|501)$/, says: NO_TOOLS },
		...{ ...REFUSED, reason: 'request' },
		cause: 'This model cannot call tools',
		cure: 'Choose a model whose entry in the list says "calls tools", or remove the tools: under Options > Tool Calling, or from the agent.',
	},
	{
		...{ by: 'service', status: /^(400|404|422|500|501)$/, says: NO_FORMAT },
		...{ ...REFUSED, reason: 'request' },
		cause: 'This model does not support the format that was asked for',
		cure: 'Choose another Response Format, or a model that supports this one.',
	},
	{
		...{ by: 'service', status: /^(400|422)$/, says: NO_SUCH_FIELD },
		cause: 'The service does not know a field of the request, or not for this model',
		cure: 'Remove the option that the message names: it is under Options, or in Extra Fields (JSON) under Options > Other Fields.',
	},
	// Some say it in words, without the code.
	{ status: 503, says: /\boffline\b/i, modelFault: 'offline', ...OFFLINE },
	// Something in between sends these in place of passing a request on (RFC 9110, 15.5; RFC 6585; RFC 7725).
	{ ...between(/^(40[13457]|41[13457]|421|426|431|451|511)$/), ...REFUSED },
	{
		...between(407),
		cause: 'A proxy between n8n and the service refused the call and requires you to sign in',
		cure: 'The call did not reach the service, and nothing was charged. Put user name and password into HTTPS_PROXY for n8n, or into the Proxy in the settings of the node.',
	},
	{
		...between(413),
		cause:
			'A proxy or firewall between n8n and the service refused the call: the request is too large for it',
		cure: 'Nothing was charged. Send smaller files, or set File Source to URL.',
	},
	{
		...between(511),
		cause: 'The network between n8n and the service requires you to sign in',
		cure: 'The call did not reach the service, and nothing was charged. Ask whoever runs the network to let n8n pass.',
	},
	{
		...between(/^(40[135]|41[1457]|421|426|431|451)$/),
		cause: 'A proxy or firewall between n8n and the service refused the call',
		cure: 'The call did not reach the service, and nothing was charged. Ask whoever runs the network, the proxy or the firewall to let it pass, or list the host of the service in NO_PROXY of n8n.',
	},
	{
		...between(502),
		cause: 'A proxy or gateway in front of the service got no valid answer from it',
		cure: 'Try again later.',
	},
	{
		...between(503),
		cause: 'The service, or something in front of it, is not available',
		cure: 'Try again later or choose another model.',
	},
	{
		...between(504),
		cause: 'A proxy or gateway in front of the service timed out waiting for it',
		cure: 'Request less at a time.',
	},
	// A redirect may come after the work; the same address answers the same again.
	{ status: /^[1-3]/, charged: 'maybe', again: 'never' },
	{
		// Not processed, as it might be a replay (RFC 8470, 5.2).
		...{ status: 425, ...SAFE, atLeastMs: 1_000 },
		cause: 'The service was not ready to process the request',
		cure: 'Try again. Nothing was charged.',
	},
	{
		// What nginx says before it passes anything on.
		...{ status: 494, ...REFUSED },
		cause: 'The headers of the request are too large for a server in front of the service',
		cure: 'Nothing was charged. Ask whoever runs that server to allow larger headers.',
	},
	// These statuses mean something of their own for a job.
	{ status: /^(409|425)$/, job: 'early' },
	{ status: /^(410|422)$/, job: 'refused' },
	// What stands in between knows no jobs: its page may say so for hours, and the job is there again.
	{ by: 'service', status: /^(400|404)$/, job: 'gone' },
	// What a text holds or how long it is, as services refuse it.
	{ status: /^(400|413|422)$/, isAboutContent: true },
	{
		code: 'MODEL_PRIVACY_RESTRICTED',
		cause: 'The Model Privacy of this API key does not allow this model',
		cure: 'Choose a model that the list marks as private, or change Model Privacy with Inference API Keys > Update.',
	},
	{
		status: /^20[45]$/,
		cause: 'The service answered without any content',
		cure: 'Try again later. If it happens again, contact the support of the service.',
	},
	{
		status: 206,
		cause: 'The service sent only a part of its answer',
		cure: 'Try again later. A proxy between n8n and the service may have cut it.',
	},
	{
		...{ status: 400, code: 'INVALID_MODEL' },
		cause: 'This model cannot be used for this operation',
		cure: 'Choose a model from the list of the field Model: it shows only those that fit.',
	},
	{
		status: 400,
		cause: 'The service does not accept these values',
		cure: 'Correct the fields named in the message.',
		cureWithoutFields:
			'Check the parameters of the node, and remove options that the model may not support.',
	},
	{
		...{ status: 401, code: 'AUTHENTICATION_FAILED_INACTIVE_KEY' },
		cause: 'The subscription behind this API key has ended',
		cure: 'Renew it in your account at the service, or use another key.',
	},
	{
		...{ status: 401, code: 'PRO_ONLY_MODEL' },
		// A key that is good, but not for this model, serves other items.
		endsRun: false,
		cause: 'This model is reserved for a paid plan',
		cure: 'Choose another model or a plan that includes it.',
	},
	{
		...{ status: 401, code: 'X402_INVALID_SIGN_IN' },
		cause: 'The service does not accept the signature of the wallet',
		cure: 'Check Network, Private Key and Base URL of the credential, and that the clock of this machine is right: a signature is only valid for a few minutes.',
	},
	{
		status: 401,
		reason: 'access',
		endsRun: true,
		cause: 'The service does not accept the API key',
		isWhole: true,
		cure: 'Open the credential, copy the key again from the API settings of your account, and check Base URL and expiry.',
	},
	{
		...{ status: 402, code: /^API_KEY_(USD|DIEM)_SPEND_LIMIT_EXCEEDED$/ },
		cause:
			"This API key's own spending limit is used up, although the account may still have money",
		cure: 'Raise or remove the spending limit of this key in the API settings of your account, or wait until its period ends.',
	},
	{
		...{ status: 402, code: 'PAYMENT_REQUIRED' },
		cause: 'The wallet does not have enough credit for this call',
		isWhole: true,
		cure: 'Top it up with Inference X402 > Top Up, then run the node again. Nothing was charged for this call.',
	},
	{
		status: 402,
		reason: 'funds',
		endsRun: true,
		cause: 'The account does not have enough credit for this call',
		isWhole: true,
		cure: 'Add credit on the account page of the service, then run the node again. Nothing was charged for this call.',
	},
	{
		...{ status: 403, code: 'API_ACCESS_DISABLED' },
		cause: 'API access is switched off for this account',
		cure: 'Switch it on in your account, or ask the support of the service.',
	},
	{
		...{ status: 403, code: 'X402_WALLET_MISMATCH' },
		cause: 'The request was signed by a different wallet',
		cure: 'Use the credential of the wallet you ask about.',
	},
	{
		status: 403,
		reason: 'access',
		cause: 'The API key may not do this',
		cure: 'Check the kind of key: one for inference only cannot read billing data. Some models are not offered in every region.',
	},
	{
		...{ status: 404, code: 'CHARACTER_NOT_FOUND' },
		cause: 'There is no public character with this slug',
		cure: 'Copy the slug from the public page of the character.',
	},
	{
		...{ status: 404, code: 'MODEL_NOT_FOUND' },
		cause: 'There is no such model',
		cure: 'Choose one from the list of the field Model. Models are withdrawn from time to time.',
	},
	{
		...{ status: 404, code: 'MEDIA_NOT_FOUND' },
		cause: 'The media never existed, has expired or was deleted',
		cure: 'Check both identifiers of the job.',
	},
	{
		status: 404,
		cause: 'The service does not know this address or item',
		cure: 'Check the identifier, and that the Base URL of the credential includes the version path.',
	},
	{
		status: 408,
		cause: 'The service stopped waiting for the request',
		cure: 'Try again later. If it happens again, send smaller files.',
	},
	{
		status: 409,
		cause: 'The service asks for consent first',
		cure: 'Read the policy it names and confirm it in the options of the node.',
	},
	{
		status: 410,
		modelFault: 'withdrawn',
		cause: 'This model, address or link has been withdrawn',
		cure: 'Choose a model that is still available.',
	},
	{
		status: 413,
		cause: 'The request is too large',
		cure: 'Send less at once: shorter texts, fewer items or smaller files. Files can also be passed by URL.',
	},
	{
		status: 415,
		cause: 'The service does not accept this kind of content',
		cure: 'Check the type of the file.',
	},
	{
		status: 422,
		cause: 'The service refuses this content',
		cure: 'Change the text or the media. The message says why.',
	},
	{
		...{ status: 429, code: 'MODEL_OVERLOADED' },
		limitOf: 'model',
		modelFault: 'overloaded',
		cause: 'The model is busy',
		cure: 'Try again later or choose another model.',
	},
	{
		...{ status: 429, code: KEY_BLOCKED },
		limitOf: 'key',
		cause: 'The service is blocking this key briefly after too many rejected calls',
		cure: 'Fix what makes the calls fail, or run the node again after that time.',
	},
	{ status: 429, code: RATE_LIMIT_CODE, limitOf: 'calls' },
	{
		status: 429,
		...SAFE,
		reason: 'limit',
		limitOf: 'unnamed',
		cause: 'The rate limit is reached',
		cure: 'Wait, lower Max Concurrent Requests, or raise Max Wait under Options > Retries and Limits so that the node waits for the limit to reset.',
	},
	{
		status: 500,
		...SAFE,
		reason: 'trouble',
		cause: 'The service failed to process the request',
		cure: 'Try again later. The request ID helps the support of the service to find the call.',
	},
	{
		status: 502,
		cause: 'An upstream system of the service failed',
		cure: 'Try again later.',
	},
	// A model that is offline stays so for longer than a retry waits.
	{ status: 503, code: 'MODEL_OFFLINE', again: 'never', modelFault: 'offline', ...OFFLINE },
	{
		status: 503,
		...SAFE,
		reason: 'trouble',
		modelFault: 'at capacity',
		cause: 'The service or the model is at capacity',
		cure: 'Try again later or choose another model.',
	},
	{ status: 504, cause: 'The service took too long', cure: 'Request less at a time.' },
	{
		status: /^(499|520|522|524)$/,
		cause: 'The network in front of the service timed out waiting for it',
		cure: 'Request less at a time.',
	},
	{
		// An edge that never reached the origin says so: down, unreachable, no TLS, untrusted certificate, no address (docs/maintainers/service.md#charges).
		status: /^(521|523|525|526|530)$/,
		...SAFE,
		modelFault: OUT_OF_REACH,
		cause: 'The network in front of the service could not reach it',
		cure: 'Try again later. Nothing was charged.',
	},
	// The one who answers has lost the other, whatever became of the work.
	{ status: /^(408|499)$/, ...LOST },
	// The service's own refusal of a request, before any work.
	{ by: 'service', status: /^4/, ...REFUSED },
	{ status: /^([1-3]|4(?!08|25|99))/, reason: 'request' },
	{
		// An edge or a proxy answers after the work was done, too; and a 502 or 504 of the service is about what is behind it.
		...LOST,
		cause: 'The service did not accept the call',
		cure: 'See the message of the service.',
		silent:
			'The answer says nothing more. Try again later, and check the Base URL of the credential.',
	},
];

const COLUMNS = [
	...(['charged', 'again', 'reason', 'limitOf'] as const),
	...(['isAboutContent', 'modelFault', 'endsRun', 'job', 'atLeastMs'] as const),
];

/** The rows that say more than words, each with what it says. */
export const VERDICT_ROWS = REFUSAL_OUTCOMES.map((row) => ({
	row,
	columns: Object.fromEntries(COLUMNS.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
})).filter(({ columns }) => Object.keys(columns).length > 0);
