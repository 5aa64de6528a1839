/** Operations of the interface that no node offers, and why. */
export const LEFT_OUT_OPERATIONS: Array<[operations: string, reason: string]> = [
	[
		'A key for a wallet that holds the staked token of the service (`/api_keys/generate_web3_key`)',
		'It mints a key without an account. A wallet pays for calls itself, with the wallet credential, and needs no key.',
	],
	[
		'The old usage list (`GET /billing/usage`)',
		'It is gone: since 2026-09-16 the service answers it with 410. Usage > Get Many reads the same charges.',
	],
	[
		'Responses (`POST /responses`)',
		'It is an alpha that only some accounts may call, and it may change without notice. Chat > Answer does the same work.',
	],
	[
		'Image generation in the form of a foreign convention (`POST /images/generations`)',
		'All it can do, Image > Generate can do too, with more options.',
	],
];

/** Nodes, and parts of all requests, that are described elsewhere, and where. */
export const ELSEWHERE: Record<string, string> = {
	'Inference X402':
		'What the wallet signs and what is sent for it is written down in [wallet.md](../wallet.md).',
	'Who calls': 'The headers that say so come from the credential and not from a parameter.',
};

const OLDER_MODEL_NAME = 'The older name of `model`, which is sent instead.';

/** Reachable, but not among what a panel shows. */
const SET_BY_FEW = 'Set by few: Extra Fields (JSON) sends it.';

const OLDER_CURRENCY = { 'body:consumptionLimit.vcu': 'A currency that is no longer in use.' };

const DELETED_LATER = {
	'body:delete_media_on_completion':
		'The media would be gone if the transfer broke. Delete Media After Download has them deleted once n8n has stored them.',
};

const PRICE_OF_UPSCALE = 'Sent by Upscale with Dry Run, which asks for the quote of its video.';

/** Fields of the interface that no parameter sends, by operation, and why. */
export const LEFT_OUT_FIELDS: Record<string, Record<string, string>> = {
	'POST /chat/completions': {
		'body:max_tokens':
			'Deprecated: it caps only what is seen. Max Answer Length (Tokens) caps the reasoning too, and wins over it.',
		'body:fallbacks':
			'Ignored for most models. Fallback Models asks another model itself, for every model and with a limit on its price.',
		'body:fallbacks[].model': 'Part of `fallbacks`.',
		'body:reasoning.effort':
			'A second name: `reasoning_effort` wins over it, and that is what Reasoning sends.',
		'body:include': SET_BY_FEW,
		'body:max_temp': SET_BY_FEW,
		'body:min_temp': SET_BY_FEW,
		'body:stop_token_ids': SET_BY_FEW,
		'body:store': 'Ignored by the service.',
		'body:user': 'Discarded by the service. User sends `anon_user_id`, which it reads.',
		'body:text': 'Holds nothing but `text.verbosity`.',
		'body:text.verbosity': 'A second name of `verbosity`, which is sent instead.',
	},
	'POST /image/generate': {
		'body:inpaint': 'Switched off by the service long ago. Edit and Edit Multiple took its place.',
	},
	'POST /image/edit': { 'body:modelId': OLDER_MODEL_NAME, 'form:modelId': OLDER_MODEL_NAME },
	'POST /image/background-remove': {
		'form:image_url': 'A form is used for files only; an address goes as JSON.',
	},
	'POST /api_keys': OLDER_CURRENCY,
	'PATCH /api_keys': OLDER_CURRENCY,
	'POST /audio/retrieve': DELETED_LATER,
	'POST /audio/voice-changer/retrieve': DELETED_LATER,
	'POST /video/quote': {
		'body:enhancement_model': PRICE_OF_UPSCALE,
		'body:slowdown_factor': PRICE_OF_UPSCALE,
		'body:target_fps': PRICE_OF_UPSCALE,
		'body:upscale_factor': PRICE_OF_UPSCALE,
		'body:video_url': PRICE_OF_UPSCALE,
	},
	'POST /video/retrieve': DELETED_LATER,
};

/** Values of a field that no parameter gives it, although the field has one, and why. */
export const LEFT_OUT_VALUES: Array<[values: string, reason: string]> = [
	[
		'Token numbers in place of texts in `input` of `POST /embeddings`',
		'The published description of the interface has them, but the service refuses them with 400.',
	],
];

/** Headers of the interface that no user has to set. */
export const LEFT_OUT_HEADERS: Array<[header: string, reason: string]> = [
	[
		'`Accept-Encoding`',
		'Chat answers are short and asked for uncompressed. For others, the HTTP client of n8n asks for compression and unpacks it.',
	],
];
