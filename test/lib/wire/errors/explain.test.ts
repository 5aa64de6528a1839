import { decodeBody } from '../../../../lib/core/decodeBody';
import { explainRefusal } from '../../../../lib/wire/errors/explain';
import { refusalOutcome } from '../../../../lib/wire/errors/verdict';

describe('body shapes', () => {
	const shapes: Array<[string, number, unknown, RegExp]> = [
		['A', 403, { error: 'Not for this key' }, /^The API key may not do this: Not for this key$/],
		[
			'A with code',
			429,
			{ error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' },
			/^The rate limit is reached: Slow down$/,
		],
		[
			'B with details',
			400,
			{
				error: 'Invalid request',
				details: {
					_errors: ['Two fields are wrong'],
					speed: { _errors: ['Too fast'] },
					options: { voice: { _errors: ['Unknown', 'Too long'] } },
				},
			},
			/: Invalid request · Two fields are wrong · speed: Too fast · options\.voice: Unknown · options\.voice: Too long$/,
		],
		[
			'B with issues only',
			400,
			{ error: 'Invalid', issues: [{ path: ['messages', 0, 'role'], message: 'Bad role' }, 7] },
			/: Invalid · messages\.0\.role: Bad role$/,
		],
		[
			'B with the reason in one of several forms',
			400,
			{
				error: 'Invalid request parameters',
				issues: [
					{
						...{ code: 'invalid_union', path: ['input'], message: 'Invalid input' },
						unionErrors: [
							{ issues: [{ path: ['input'], message: 'Above 8192 tokens' }] },
							{ issues: [{ path: ['input'], message: 'Above 8192 tokens' }, 7] },
							'no form',
						],
					},
				],
			},
			/: Invalid request parameters · input: Above 8192 tokens$/,
		],
		[
			'C',
			400,
			{
				error: {
					message: '9000 tokens',
					type: 'invalid_request_error',
					param: 'messages',
					code: 'context_length_exceeded',
				},
			},
			/^The input is longer than the model can read: 9000 tokens$/,
		],
		[
			'D',
			413,
			{ code: 'PAYLOAD_TOO_LARGE', error: 'Above 25 MB' },
			/^The request is too large: Above 25 MB$/,
		],
		[
			'E',
			422,
			{ error: 'Refused', suggested_prompt: 'A calm sea' },
			/^The service refuses this content: Refused$/,
		],
		[
			'F',
			422,
			{
				error: {
					message: 'Against the policy',
					type: 'provider_content_policy',
					credits_refunded: true,
				},
			},
			/: Against the policy$/,
		],
		['G', 422, { error: 'Moderated', credits_refunded: false }, /: Moderated$/],
		[
			'H',
			409,
			{ error: { code: 'needs_consent', message: 'Faces' }, consent: { policy_text: '...' } },
			/^The service asks for consent first: Faces$/,
		],
		[
			'I',
			402,
			{ x402Version: 2, error: 'Payment required', accepts: [{}] },
			/^The account does not have enough credit for this call$/,
		],
		[
			'I without a sentence',
			402,
			{ x402Version: 2, accepts: [] },
			/^The account does not have enough credit for this call$/,
		],
		[
			'J',
			402,
			{ error: 'Payment required', code: 'PAYMENT_REQUIRED', reason: 'insufficient_balance' },
			/^The wallet does not have enough credit for this call$/,
		],
		[
			'K',
			400,
			{ error: 'INVALID_PAYMENT', message: 'The signature is wrong' },
			/: The signature is wrong$/,
		],
		[
			'L',
			429,
			{ error: 'Too many', customMessage: 'Daily credits' },
			/^The rate limit is reached: Too many · Daily credits$/,
		],
	];

	it.each(shapes)('the service is quoted from the shape %s', (_shape, status, body, message) => {
		for (const form of [body, JSON.stringify(body), Buffer.from(JSON.stringify(body))]) {
			const explanation = explainRefusal(status, decodeBody(form));
			expect(explanation.message).toMatch(message);
			expect(explanation.cure).not.toBe('');
		}
	});

	it('hands on the prompt that the service suggests', () => {
		const { cure } = explainRefusal(422, { error: 'Refused', suggested_prompt: 'A calm sea' });
		expect(cure).toMatch(/The service suggests this prompt instead: A calm sea$/);
	});

	it('says a sentence once when a field repeats it, and names the field', () => {
		const body = { error: 'No such voice', details: { voice: { _errors: ['No such voice'] } } };
		expect(explainRefusal(400, body).message).toBe(
			'The service does not accept these values: voice: No such voice',
		);
	});

	it.each([
		['text', 'upstream went away', /: upstream went away$/],
		['long text', 'x'.repeat(2_000), /: x{500}$/],
		[
			'a web page',
			'<!DOCTYPE html><html><head><title>404 Nothing here</title></head></html>',
			/: 404 Nothing here$/,
		],
		['a web page without a title', '<html><body>Oops</body></html>', /item$/],
		['nothing', '', /item$/],
		['null', null, /item$/],
		['a list', ['no'], /item: no$/],
		['an empty object', {}, /item$/],
		['a number', 7, /item$/],
	])('copes with %s', (_case, body, message) => {
		expect(explainRefusal(404, body).message).toMatch(message);
	});

	it('does not follow, and explains, a redirect', () => {
		expect(explainRefusal(302, '')).toEqual({
			message: expect.stringContaining('redirect'),
			cure: expect.stringContaining('Base URL'),
		});
	});
});

it.each([
	[401, 'These credentials were not accepted', /^The service does not accept the API key$/],
	[402, 'The account has no balance left', /^The account does not have enough credit/],
])('a cause that says all is said once: %d', (status, error, message) => {
	const explanation = explainRefusal(status, { error });
	expect(explanation.message).toMatch(message);
	expect(explanation.cure).toMatch(new RegExp(`The service says: ${error}$`));
});

describe('error codes', () => {
	const codes = Object.entries({
		400: [
			...['INVALID_REQUEST', 'INVALID_MODEL', 'REQUEST_ID_NOT_FOUND'],
			...['INVALID_AUDIO_FORMAT', 'INVALID_VIDEO_FORMAT', 'CORRUPTED_IMAGE'],
			...['IMAGE_TOO_SMALL', 'TOO_MANY_TOKENS'],
		],
		401: [
			...['AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED_INACTIVE_KEY'],
			...['X402_INVALID_SIGN_IN', 'PRO_ONLY_MODEL'],
		],
		402: [
			...['INSUFFICIENT_BALANCE', 'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED'],
			...['API_KEY_USD_SPEND_LIMIT_EXCEEDED'],
		],
		403: ['UNAUTHORIZED', 'API_ACCESS_DISABLED', 'X402_WALLET_MISMATCH'],
		404: ['CHARACTER_NOT_FOUND', 'MODEL_NOT_FOUND', 'MEDIA_NOT_FOUND'],
		409: ['needs_consent'],
		413: ['PAYLOAD_TOO_LARGE'],
		415: ['INVALID_CONTENT_TYPE'],
		422: [
			...['VIDEO_DURATION_TOO_LONG', 'VIDEO_DURATION_TOO_SHORT', 'IMAGE_TOO_LARGE'],
			...['IMAGE_ASPECT_RATIO_OUT_OF_BOUNDS', 'CONTENT_POLICY_VIOLATION'],
			...['ASR_UPSTREAM_VALIDATION_FAILED'],
		],
		429: ['RATE_LIMIT_EXCEEDED', 'MODEL_OVERLOADED'],
		500: ['INFERENCE_FAILED', 'UPSCALE_FAILED', 'IMAGE_EDIT_ERROR', 'UNKNOWN_ERROR'],
		502: ['ASR_UPSTREAM_FAILED', 'TEE_ATTESTATION_FAILED', 'TEE_SIGNATURE_FAILED'],
		503: ['MODEL_OFFLINE', 'MODEL_AT_CAPACITY'],
		504: ['REQUEST_TIMEOUT'],
	}).flatMap(([status, list]) => list.map((code): [number, string] => [Number(status), code]));

	it.each(codes)(
		'%i %s is found wherever it stands, with a sentence and a cure',
		(status, code) => {
			const own = refusalOutcome({ by: 'service', status, code }).special !== undefined;
			for (const body of [{ code }, { error: code }, { error: { code } }]) {
				const explanation = explainRefusal(status, body);
				expect(explanation.code).toBe(code);
				expect(explanation.message).toMatch(/^(The|This|There|API|An?) .{10,}/);
				expect(explanation.cure).toMatch(/^[A-Z].{10,}\.$/);
				// What has no words of its own is at least named, so that it can be looked up.
				expect(explanation.message.includes(code)).toBe(!own);
			}
		},
	);

	it('says what to do for each of the two meanings of 429, 402 and 401', () => {
		const cure = (status: number, code: string) => explainRefusal(status, { code }).cure;
		expect(cure(429, 'MODEL_OVERLOADED')).not.toBe(cure(429, 'RATE_LIMIT_EXCEEDED'));
		expect(cure(402, 'API_KEY_USD_SPEND_LIMIT_EXCEEDED')).not.toBe(
			cure(402, 'INSUFFICIENT_BALANCE'),
		);
		expect(cure(401, 'PRO_ONLY_MODEL')).not.toBe(cure(401, 'AUTHENTICATION_FAILED'));
	});

	it('goes by the status when the code belongs to another one, or none is known', () => {
		expect(explainRefusal(503, { code: 'MODEL_NOT_FOUND', error: 'x y' }).message).toMatch(
			/at capacity/,
		);
		expect(explainRefusal(418, { error: 'Short and stout' })).toEqual({
			message: 'The service did not accept the call: Short and stout',
			cure: 'See the message of the service.',
			says: 'Short and stout',
		});
	});
});
