import { ERROR_IN_ANSWER, NOT_ENCRYPTED } from '../../../../lib/core/answer';
import { ANSWER_TOO_LARGE } from '../../../../lib/core/bounds';
import {
	cancelledFailure,
	cancelledInFlightFailure,
	type FailureFacts,
	type Verdict,
} from '../../../../lib/core/failure';
import { isNeverSent } from '../../../../lib/wire/errors/connectionOutcomes';
import { chargeRisk, isServiceError, verdictOf } from '../../../../lib/wire/errors/verdict';
import {
	GAVE_UP,
	NOT_AT_ORIGIN,
	NOT_PROCESSED,
	SAFE,
	STOPPED_ON_THE_WAY,
} from '../../../statusFacts';

type Facts = Partial<FailureFacts>;

const verdict = (facts: Facts) => verdictOf({ kind: 'refused', ...facts });
const statuses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('only what the service refused is not charged', () => {
	it.each(statuses(300, 599))('status %i of the service is free only as a refusal', (status) => {
		const own =
			[...SAFE, ...NOT_AT_ORIGIN].includes(status) ||
			(status >= 400 && status < 500 && !GAVE_UP.includes(status));
		expect(verdict({ status }).charged).toBe(own ? 'no' : 'maybe');
		expect(chargeRisk({ kind: 'refused', status }, true)).toBe(own ? 'none' : 'possible');
		expect(chargeRisk({ kind: 'refused', status }, false)).toBe('none');
	});

	it.each(statuses(300, 599))('status %i of a proxy is free only if not passed on', (status) => {
		const stopped = [
			...[...SAFE, ...NOT_AT_ORIGIN, ...NOT_PROCESSED, ...STOPPED_ON_THE_WAY],
		].includes(status);
		expect(verdict({ status, isForeign: true }).charged).toBe(stopped ? 'no' : 'maybe');
	});
});

describe('a call that may have been charged', () => {
	it.each([...statuses(400, 599), 600, 999])(
		'is never sent again after %i unless it is free or idempotent',
		(status) => {
			for (const isForeign of [false, true]) {
				const { charged, again } = verdict({ status, isForeign });
				if (charged === 'maybe') expect(again).toBe('if-idempotent');
			}
		},
	);

	it('is not sent to where a redirect leads, nor to the address that redirects', () => {
		expect(verdict({ status: 307 })).toMatchObject({ charged: 'maybe', again: 'never' });
	});

	it.each<[string, Facts]>([
		['a broken connection', { kind: 'unreachable', code: 'ECONNRESET' }],
		['a broken connection without a code', { kind: 'unreachable' }],
		[
			'a line that failed while it was read',
			{ kind: 'unreachable', code: 'EHOSTUNREACH', isUnsent: false },
		],
		['a broken TLS record', { kind: 'unreachable', code: 'ERR_SSL_BAD_RECORD_TYPE' }],
		['a time limit', { kind: 'timeout', code: 'ECONNABORTED' }],
		['an unreadable answer', { kind: 'malformed', status: 200 }],
		['an answer that is too large', { kind: 'malformed', code: ANSWER_TOO_LARGE }],
		['a call stopped in flight', cancelledInFlightFailure('possible').facts],
	])('is one that ended with %s', (_what, facts) => {
		expect(verdict(facts).charged).toBe('maybe');
		expect(verdict(facts).again).not.toBe('same');
	});
});

describe('nothing is charged', () => {
	it.each<[string, Facts]>([
		['a wait that was stopped', cancelledFailure().facts],
		['a refused connection', { kind: 'unreachable', code: 'ECONNREFUSED' }],
		['an unknown host', { kind: 'unreachable', code: 'ENOTFOUND' }],
		['a bad certificate', { kind: 'unreachable', code: 'CERT_HAS_EXPIRED' }],
		['a time limit while connecting', { kind: 'timeout', code: 'ETIMEDOUT', isUnsent: true }],
		['a call that was held back', { code: 'RATE_LIMIT_EXCEEDED' }],
		['bad input', { kind: 'input' }],
	])('nothing is charged after %s', (_what, facts) => {
		expect(verdict(facts).charged).toBe('no');
	});

	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'EHOSTDOWN',
		'ENETDOWN',
	])('nothing is charged after %s, and a paid call is sent again', (code) => {
		const isUnsent = isNeverSent(code);
		expect(verdict({ kind: 'unreachable', code, isUnsent })).toEqual({
			charged: 'no',
			again: 'same',
			modelFault: 'out of reach',
		});
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_INVALID_PROTOCOL',
	])('nothing is charged after %s, which no second try changes, even of a free call', (code) => {
		expect(verdict({ kind: 'unreachable', code })).toEqual({ charged: 'no', again: 'never' });
	});
});

describe('what a refusal is about', () => {
	it.each<[string, Facts, Partial<Verdict>]>([
		[
			'a limit',
			{ status: 429, code: 'RATE_LIMIT_EXCEEDED' },
			{ reason: 'limit', limitOf: 'calls' },
		],
		[
			'a limit that only its headers name',
			{ status: 429, headers: { 'x-ratelimit-remaining-tokens': '0' } },
			{ reason: 'limit', limitOf: 'calls' },
		],
		['a limit that nothing names', { status: 429 }, { reason: 'limit', limitOf: 'unnamed' }],
		[
			'a key that is blocked',
			{ status: 429, says: 'Too many failed attempts' },
			{ reason: 'limit', limitOf: 'key' },
		],
		[
			'a model over capacity',
			{ status: 429, code: 'MODEL_OVERLOADED' },
			{ reason: 'limit', limitOf: 'model', modelFault: 'overloaded' },
		],
		[
			'a call held back for a limit',
			{ code: 'RATE_LIMIT_EXCEEDED' },
			{ reason: 'limit', again: 'never', limitOf: 'calls' },
		],
		[
			'an edge that did not reach the model',
			{ status: 523, isForeign: true },
			{ modelFault: 'out of reach' },
		],
		[
			'a model that is down, so that nothing was sent',
			{ code: 'MODEL_DOWN' },
			{ modelFault: 'down' },
		],
		['trouble', { status: 500 }, { reason: 'trouble' }],
		['trouble of a model', { status: 503 }, { reason: 'trouble', modelFault: 'at capacity' }],
		[
			'a model that is offline',
			{ status: 503, code: 'MODEL_OFFLINE' },
			{ reason: 'trouble', again: 'never', modelFault: 'offline' },
		],
		['the key', { status: 401 }, { reason: 'key', endsRun: true }],
		[
			'the key for one model',
			{ status: 401, code: 'PRO_ONLY_MODEL' },
			{ reason: 'access', endsRun: false },
		],
		['what the key may do', { status: 403 }, { reason: 'access' }],
		['the money', { status: 402 }, { reason: 'funds', endsRun: true }],
		[
			'a model that was withdrawn',
			{ status: 410 },
			{ reason: 'request', modelFault: 'withdrawn', job: 'refused' },
		],
		[
			'an unknown model',
			{ status: 404, code: 'MODEL_NOT_FOUND' },
			{ reason: 'request', modelFault: 'not available', job: 'gone', absent: 'item' },
		],
		[
			'an address where another server answers',
			{ status: 404, isForeign: true },
			{ reason: 'request', absent: 'service' },
		],
		[
			'the model',
			{ status: 400, fields: ['model'] },
			{ reason: 'request', modelFault: 'not available', isAboutContent: true, job: 'gone' },
		],
		[
			'the model and more',
			{ status: 400, fields: ['model', 'seed'] },
			{ reason: 'request', isAboutContent: true, job: 'gone' },
		],
		['what it holds', { status: 422 }, { reason: 'request', isAboutContent: true, job: 'refused' }],
		['how much it holds', { status: 413 }, { reason: 'request', isAboutContent: true }],
		['the address', { status: 307 }, { reason: 'request' }],
		['the time, for a job', { status: 425 }, { job: 'early', atLeastMs: 1_000 }],
		['nothing of these: it took too long', { status: 408 }, {}],
		['nothing of these: an edge', { status: 524, isForeign: true }, {}],
		['nothing of these: a cap', {}, {}],
	])('a verdict says what a refusal is about: %s', (_what, facts, expected) => {
		const { charged, again } = verdict(facts);
		expect(verdict(facts)).toEqual({ charged, again, ...expected });
	});

	it('is nothing of a call that was stopped, which ends its run', () => {
		expect(verdictOf(cancelledFailure().facts)).toMatchObject({ charged: 'no', endsRun: true });
	});
});

it('believes the system call before the code', () => {
	expect(isNeverSent('ETIMEDOUT', 'connect')).toBe(true);
	expect(isNeverSent('ETIMEDOUT', 'read')).toBe(false);
	expect(isNeverSent('EHOSTUNREACH', 'read')).toBe(false);
	expect(isNeverSent('ECONNRESET')).toBe(false);
});

it.each<[string, unknown, boolean]>([
	['a sentence', { error: 'No' }, true],
	['an object', { error: { message: 'No', type: 'x' } }, true],
	['field errors', { details: { model: { _errors: ['No'] } } }, true],
	['payment options', { x402Version: 2, accepts: [] }, true],
	['a page', '<html><title>403</title></html>', false],
	['nothing', '', false],
	['a line of text', 'Forbidden', false],
	['the problem of an edge', { type: 'about:blank', title: 'Error 1015', status: 429 }, false],
	['a list', [], false],
])("knows the service's own refusal: %s", (_what, body, own) => {
	expect(isServiceError(body)).toBe(own);
});

it.each([ANSWER_TOO_LARGE, ERROR_IN_ANSWER, NOT_ENCRYPTED])(
	'an answer that arrived is never asked for again: %s',
	(code) => {
		expect(verdictOf({ kind: 'malformed', code })).toEqual({ charged: 'maybe', again: 'never' });
	},
);
