import type { Verdict } from '../../core/failure';

/** What is known of a refusal; no one refuses what this run holds back itself. */
export interface Refusal {
	status?: number;
	by: 'service' | 'between' | 'noOne';
	code?: string;
	/** Its words, with its code and type. */
	says?: string;
}

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

/** What a status means, as who sends it: all of it. */
export interface StatusRow extends Verdict, RefusalWords {
	by?: Refusal['by'];
	status?: number | RegExp;
}

/** What a code or words mean, as far as it is something else than what their status means. */
export interface CodeRow extends Partial<StatusRow> {
	code?: string | RegExp;
	says?: RegExp;
}

/** Before any work. */
const REFUSED = { charged: 'no', again: 'never' } as const;
/** The same for a mistake in the request. */
const WRONG = { ...REFUSED, reason: 'request' } as const;
const SAFE = { charged: 'no', again: 'same' } as const;
/** It may have been served, and the answer is lost. */
export const LOST = { charged: 'maybe', again: 'if-idempotent' } as const;

/** A redirect or an empty answer may come after the work; the same address answers the same again. */
const SERVED_WITHOUT_USE = { charged: 'maybe', again: 'never', reason: 'request' } as const;

/** The code of a refusal for a limit, and of a call that was not sent, as it would have had to wait for a limit longer than it may. */
export const RATE_LIMIT_CODE = 'RATE_LIMIT_EXCEEDED';

/** The code of a call that was not sent, as its model is down and another one can answer. */
export const MODEL_DOWN = 'MODEL_DOWN';

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

/** How a caller is refused that had too many failures (docs/maintainers/service.md#rate-limits). */
const TOO_MANY_FAILURES = /\b(failed|failing|unsuccessful) (requests|attempts|calls)\b/i;

const HTTPS_PORT = {
	cause: 'The server expects https at this port',
	cure: 'Use a Base URL that starts with https://, or check the port.',
};

const OFFLINE = {
	cause: 'The model is offline',
	cure: 'Choose another model, or add Fallback Models where the operation offers them.',
};

const STOPPED_ON_THE_WAY = {
	cause: 'A proxy or firewall between n8n and the service refused the call',
	cure: 'The call did not reach the service, and nothing was charged. Ask whoever runs the network, the proxy or the firewall to let it pass, or list the host of the service in NO_PROXY of n8n.',
};

const NOT_FOUND = {
	cause: 'The service does not know this address or item',
	cure: 'Check the identifier, and that the Base URL of the credential includes the version path.',
};

const OTHER_WORDS = {
	cause: 'The service did not accept the call',
	cure: 'See the message of the service.',
	silent:
		'The answer says nothing more. Try again later, and check the Base URL of the credential.',
};

const WRONG_VALUES = {
	...({ status: 400, reason: 'request', isAboutContent: true } as const),
	cause: 'The service does not accept these values',
	cure: 'Correct the fields named in the message.',
	cureWithoutFields:
		'Check the parameters of the node, and remove options that the model may not support.',
};

/** A refusal by the service, before any work; a page of something in between with this status may come after the work was done. */
function ofServiceAlone(row: Omit<StatusRow, 'charged' | 'again'>): StatusRow[] {
	return [
		{ ...row, ...REFUSED, by: 'service' },
		{ ...row, ...LOST, by: 'between' },
	];
}

/** What a status means (docs/maintainers/service.md#errors): the first row that fits says all of it. */
export const STATUS_OUTCOMES: StatusRow[] = [
	{ by: 'noOne', ...REFUSED, ...OTHER_WORDS },
	// Something in between sends these in place of passing a request on (RFC 9110, 15.5; RFC 6585; RFC 7725).
	{
		...{ by: 'between', status: 401, ...REFUSED, reason: 'key', endsRun: true },
		...STOPPED_ON_THE_WAY,
	},
	{ by: 'between', status: 403, ...REFUSED, reason: 'access', ...STOPPED_ON_THE_WAY },
	// It knows no jobs: its page may say so for hours, and the job is there again.
	{ by: 'between', status: 404, ...WRONG, absent: 'service', ...NOT_FOUND },
	{
		...{ by: 'between', status: 407, ...WRONG },
		cause: 'A proxy between n8n and the service refused the call and requires you to sign in',
		cure: 'The call did not reach the service, and nothing was charged. Put user name and password into HTTPS_PROXY for n8n, or into the Proxy in the settings of the node.',
	},
	{
		...{ by: 'between', status: 413, ...WRONG, isAboutContent: true },
		cause:
			'A proxy or firewall between n8n and the service refused the call: the request is too large for it',
		cure: 'Nothing was charged. Send smaller files, or set File Source to URL.',
	},
	{
		...{ by: 'between', status: 511, ...REFUSED },
		cause: 'The network between n8n and the service requires you to sign in',
		cure: 'The call did not reach the service, and nothing was charged. Ask whoever runs the network to let n8n pass.',
	},
	{
		...{ by: 'between', status: /^(405|41[1457]|421|426|431|451)$/, ...WRONG },
		...STOPPED_ON_THE_WAY,
	},
	{
		...{ by: 'between', status: 502, ...LOST },
		cause: 'A proxy or gateway in front of the service got no valid answer from it',
		cure: 'Try again later.',
	},
	{
		...{ by: 'between', status: 503, ...SAFE, reason: 'trouble', modelFault: 'at capacity' },
		cause: 'The service, or something in front of it, is not available',
		cure: 'Try again later or choose another model.',
	},
	{
		...{ by: 'between', status: 504, ...LOST },
		cause: 'A proxy or gateway in front of the service timed out waiting for it',
		cure: 'Request less at a time.',
	},
	{
		...{ status: /^20[45]$/, ...SERVED_WITHOUT_USE },
		cause: 'The service answered without any content',
		cure: 'Try again later. If it happens again, contact the support of the service.',
	},
	{
		...{ status: 206, ...SERVED_WITHOUT_USE },
		cause: 'The service sent only a part of its answer',
		cure: 'Try again later. A proxy between n8n and the service may have cut it.',
	},
	{ status: /^[1-3]/, ...SERVED_WITHOUT_USE, ...OTHER_WORDS },
	{ ...WRONG_VALUES, by: 'service', ...REFUSED, job: 'gone' },
	{ ...WRONG_VALUES, by: 'between', ...LOST },
	{
		...{ status: 401, ...REFUSED, reason: 'key', endsRun: true },
		cause: 'The service does not accept the API key',
		isWhole: true,
		cure: 'Open the credential, copy the key again from the API settings of your account, and check Base URL and expiry.',
	},
	...ofServiceAlone({
		...{ status: 402, reason: 'funds', endsRun: true },
		cause: 'The account does not have enough credit for this call',
		isWhole: true,
		cure: 'Add credit on the account page of the service, then run the node again. Nothing was charged for this call.',
	}),
	{
		...{ status: 403, ...REFUSED, reason: 'access' },
		cause: 'The API key may not do this',
		cure: 'Check the kind of key: one for inference only cannot read billing data. Some models are not offered in every region.',
	},
	{ status: 404, ...WRONG, absent: 'item', job: 'gone', ...NOT_FOUND },
	{
		// The one who answers has lost the other, whatever became of the work.
		...{ status: 408, ...LOST },
		cause: 'The service stopped waiting for the request',
		cure: 'Try again later. If it happens again, send smaller files.',
	},
	...ofServiceAlone({
		...{ status: 409, reason: 'request', job: 'early' },
		cause: 'The service asks for consent first',
		cure: 'Read the policy it names and confirm it in the options of the node.',
	}),
	...ofServiceAlone({
		...{ status: 410, reason: 'request', modelFault: 'withdrawn', job: 'refused' },
		cause: 'This model, address or link has been withdrawn',
		cure: 'Choose a model that is still available.',
	}),
	{
		...{ status: 413, ...WRONG, isAboutContent: true },
		cause: 'The request is too large',
		cure: 'Send less at once: shorter texts, fewer items or smaller files. Files can also be passed by URL.',
	},
	{
		...{ status: 415, ...WRONG },
		cause: 'The service does not accept this kind of content',
		cure: 'Check the type of the file.',
	},
	...ofServiceAlone({
		...{ status: 422, reason: 'request', isAboutContent: true, job: 'refused' },
		cause: 'The service refuses this content',
		cure: 'Change the text or the media. The message says why.',
	}),
	{
		// Not processed, as it might be a replay (RFC 8470, 5.2).
		...{ status: 425, ...SAFE, atLeastMs: 1_000, job: 'early' },
		cause: 'The service was not ready to process the request',
		cure: 'Try again. Nothing was charged.',
	},
	{
		...{ status: 429, ...SAFE, reason: 'limit', limitOf: 'unnamed' },
		cause: 'The rate limit is reached',
		cure: 'Wait, lower Max Concurrent Requests, or raise Max Wait under Options > Retries and Limits so that the node waits for the limit to reset.',
	},
	{
		// What nginx says before it passes anything on.
		...{ status: 494, ...WRONG },
		cause: 'The headers of the request are too large for a server in front of the service',
		cure: 'Nothing was charged. Ask whoever runs that server to allow larger headers.',
	},
	{ status: 497, ...WRONG, ...HTTPS_PORT },
	{
		...{ status: /^(499|520|522|524)$/, ...LOST },
		cause: 'The network in front of the service timed out waiting for it',
		cure: 'Request less at a time.',
	},
	...ofServiceAlone({ status: /^4/, reason: 'request', ...OTHER_WORDS }),
	{
		...{ status: 500, ...SAFE, reason: 'trouble' },
		cause: 'The service failed to process the request',
		cure: 'Try again later. The request ID helps the support of the service to find the call.',
	},
	{
		...{ status: 502, ...LOST },
		cause: 'An upstream system of the service failed',
		cure: 'Try again later.',
	},
	{
		...{ status: 503, ...SAFE, reason: 'trouble', modelFault: 'at capacity' },
		cause: 'The service or the model is at capacity',
		cure: 'Try again later or choose another model.',
	},
	{
		...{ status: 504, ...LOST },
		cause: 'The service took too long',
		cure: 'Request less at a time.',
	},
	{
		// An edge that never reached the origin says so: down, unreachable, no TLS, untrusted certificate, no address (docs/maintainers/service.md#charges).
		...{ status: /^(521|523|525|526|530)$/, ...SAFE, modelFault: OUT_OF_REACH },
		cause: 'The network in front of the service could not reach it',
		cure: 'Try again later. Nothing was charged.',
	},
	// An edge or a proxy answers after the work was done, too; and a 502 or 504 of the service is about what is behind it.
	{ ...LOST, ...OTHER_WORDS },
];

/** What a code or words say otherwise than their status; the first row that fits counts. */
export const CODE_OUTCOMES: CodeRow[] = [
	{ by: 'noOne', code: RATE_LIMIT_CODE, reason: 'limit', limitOf: 'calls' },
	{ by: 'noOne', code: MODEL_DOWN, modelFault: 'down' },
	// What nginx, Go and others say where a request over plain http comes to a port for https.
	{
		...{ status: 400, says: /HTTP request (was sent )?to (an )?HTTPS (port|server)/i },
		...{ ...REFUSED, ...HTTPS_PORT },
	},
	{
		...{ by: 'service', status: /^(400|413|422|500)$/, says: TOO_LONG },
		...{ ...WRONG, isAboutContent: true },
		cause: 'The input is longer than the model can read',
		cure: 'Shorten it, or choose a model with a larger context. In a chat, you can also lower Max Answer Length (Tokens); for an agent, let its memory keep fewer messages.',
	},
	{
		...{ by: 'service', status: /^(400|404|422|500|501)$/, says: NO_TOOLS, ...WRONG },
		cause: 'This model cannot call tools',
		cure: 'Choose a model whose entry in the list says "calls tools", or remove the tools: under Options > Tool Calling, or from the agent.',
	},
	{
		...{ by: 'service', status: /^(400|404|422|500|501)$/, says: NO_FORMAT, ...WRONG },
		cause: 'This model does not support the format that was asked for',
		cure: 'Choose another Response Format, or a model that supports this one.',
	},
	{
		...{ by: 'service', status: /^(400|422)$/, says: NO_SUCH_FIELD },
		cause: 'The service does not know a field of the request, or not for this model',
		cure: 'Remove the option that the message names: it is under Options, or in Extra Fields (JSON) under Options > Other Fields.',
	},
	{
		code: 'MODEL_PRIVACY_RESTRICTED',
		cause: 'The Model Privacy of this API key does not allow this model',
		cure: 'Choose a model that the list marks as private, or change Model Privacy with Inference API Keys > Update.',
	},
	{
		...{ status: 400, code: 'INVALID_MODEL' },
		cause: 'This model cannot be used for this operation',
		cure: 'Choose a model from the list of the field Model: it shows only those that fit.',
	},
	{
		...{ status: 401, code: 'AUTHENTICATION_FAILED_INACTIVE_KEY' },
		cause: 'The subscription behind this API key has ended',
		cure: 'Renew it in your account at the service, or use another key.',
	},
	{
		// A key that is good, but not for this model, serves other items.
		...{ status: 401, code: 'PRO_ONLY_MODEL', reason: 'access', endsRun: false },
		cause: 'This model is reserved for a paid plan',
		cure: 'Choose another model or a plan that includes it.',
	},
	{
		...{ status: 401, code: 'X402_INVALID_SIGN_IN' },
		cause: 'The service does not accept the signature of the wallet',
		cure: 'Check Network, Private Key and Base URL of the credential, and that the clock of this machine is right: a signature is only valid for a few minutes.',
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
		...{ status: 429, code: 'MODEL_OVERLOADED', limitOf: 'model', modelFault: 'overloaded' },
		cause: 'The model is busy',
		cure: 'Try again later or choose another model.',
	},
	{ status: 429, code: RATE_LIMIT_CODE, limitOf: 'calls' },
	{
		...{ status: 429, says: TOO_MANY_FAILURES, limitOf: 'key' },
		cause: 'The service is blocking this key briefly after too many rejected calls',
		cure: 'Fix what makes the calls fail, or run the node again after that time.',
	},
	// A model that is offline stays so for longer than a retry waits.
	{ status: 503, code: 'MODEL_OFFLINE', again: 'never', modelFault: 'offline', ...OFFLINE },
	// Some say it in words, without the code.
	{ status: 503, says: /\boffline\b/i, modelFault: 'offline', ...OFFLINE },
];
