import { explainRefusal } from '../../../../lib/wire/errors/explain';
import { verdictOf } from '../../../../lib/wire/errors/verdict';

const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

const read = (status: number, body: unknown) => {
	const { message, cure, code, says } = explainRefusal(status, body);
	return { message, cure, verdict: verdictOf({ kind: 'refused', status, code, says }) };
};

describe('input that is too long for a model', () => {
	it.each<[number, unknown]>([
		[400, { error: 'Too much', code: 'TOO_MANY_TOKENS' }],
		[400, error('No', { code: 'context_length_exceeded' })],
		[400, error('Your prompt exceeds the context window.', { code: 'invalid_request_body' })],
		[400, error('request (9 tokens) exceeds the available context size (8 tokens)', { code: 400 })],
		[400, error('No', { code: 400, type: 'exceed_context_size_error' })],
		[400, error("This model's maximum context length is 8 tokens. Yours resulted in 9.")],
		[400, error('prompt is too long: 9 tokens > 8 maximum')],
		[400, error('input length and `max_tokens` exceed context limit: 5 + 4 > 8')],
		[400, error('The input token count (9) exceeds the maximum number of tokens allowed (8).')],
		[400, error("This model's maximum prompt length is 8 but the request contains 9 tokens.")],
		[400, error('Your request exceeded model token limit: 8')],
		[400, error('Prompt exceeds max length')],
		[400, error('Range of input length should be [1, 8]')],
		[400, { message: 'too many tokens: the prompt cannot exceed 8' }],
		[413, error('Please reduce the length of the messages or completion.')],
		[422, { error: '`inputs` tokens + `max_new_tokens` must be <= 8. Given: 9' }],
		[422, { detail: [{ msg: 'inputs must have less than 8 tokens. Given: 9' }] }],
		[500, error('the request exceeds the available context size. try increasing the context size')],
	])('is refused with %d and %j, costs nothing, and is not sent again', (status, body) => {
		const { message, cure, verdict } = read(status, body);
		expect(message).toMatch(/^The input is longer than the model can read/);
		expect(cure).toMatch(/^Shorten it.*Max Answer Length \(Tokens\)/);
		expect(verdict).toMatchObject({ charged: 'no', again: 'never', isAboutContent: true });
	});
});

it.each<[number, unknown]>([
	[400, error("Unknown parameter: 'top_z'.")],
	[400, error('Unsupported', { code: 'unsupported_parameter' })],
	[400, error('Unrecognized request argument supplied: top_z')],
	[400, error("Unrecognized key(s) in object: 'top_z'")],
	[400, error('top_z: Extra inputs are not permitted')],
	[400, error("Additional properties are not allowed ('top_z' was unexpected)")],
	[400, error("property 'top_z' is unsupported")],
	[400, error('Invalid JSON payload received. Unknown name "top_z": Cannot find field.')],
	[422, { detail: [{ loc: ['body', 'top_z'], msg: 'Extra inputs are not permitted' }] }],
	[422, error('unknown field `top_z`, expected one of `model`, `messages`')],
])(
	'a field that is not known, refused with %d and %j, has a cure that names the options',
	(status, body) => {
		const { message, cure, verdict } = read(status, body);
		expect(message).toContain('does not know a field');
		expect(cure).toContain('Extra Fields (JSON)');
		expect(verdict).toMatchObject({ charged: 'no', again: 'never' });
	},
);

it.each<[number, unknown]>([
	[400, error('This response_format type is unavailable now')],
	[
		400,
		error(
			"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
		),
	],
	[400, error("'response_format.type' must be 'json_schema' or 'text'")],
	[400, error('Structured outputs are not supported by this model')],
	[422, error('json_object is not supported')],
	[500, error("This model doesn't support JSON mode")],
])(
	'a format that is not supported, refused with %d and %j, has a cure that names Response Format',
	(status, body) => {
		const { cure, verdict } = read(status, body);
		expect(cure).toContain('Response Format');
		expect(verdict).toMatchObject({ charged: 'no', again: 'never' });
	},
);

it.each<[number, unknown]>([
	[400, error('some-model does not support tools')],
	[400, error('"auto" tool choice requires --enable-auto-tool-choice to be set')],
	[400, error('Function calling is not enabled for this model')],
	[400, error('tool calling is not supported with this model', { code: 'invalid_request_body' })],
	[404, error('No endpoints found that support tool use.', { code: 404 })],
	[500, error('tools param requires --jinja flag')],
])('a model without tools, refused with %d and %j, has a cure that names them', (status, body) => {
	const { message, cure, verdict } = read(status, body);
	expect(message).toContain('This model cannot call tools');
	expect(cure).toContain('calls tools');
	expect(verdict).toMatchObject({ charged: 'no', again: 'never' });
});

it.each<[number, string, RegExp]>([
	[
		400,
		'max_tokens is too large: 9. This model supports at most 8 completion tokens',
		/these values/,
	],
	[400, 'Invalid parameter: temperature must be at most 2', /these values/],
	[400, 'messages with role tool must follow tool_calls', /these values/],
	[
		429,
		'Request too large: 9 tokens per minute, please reduce the length of the messages',
		/rate limit/,
	],
	[500, 'The tool failed', /failed to process/],
])('other words, with %d "%s", mean what the status means', (status, message, cause) => {
	expect(read(status, error(message)).message).toMatch(cause);
});

it('a request that was not processed (425) goes again after a second at least, and one whose headers are too large (494) never', () => {
	expect(verdictOf({ kind: 'refused', status: 425 })).toMatchObject({
		again: 'same',
		atLeastMs: 1_000,
	});
	for (const status of [494, 497])
		expect(verdictOf({ kind: 'refused', status, isForeign: true })).toMatchObject({
			charged: 'no',
			again: 'never',
		});
});
