import { REFUSAL_OUTCOMES, VERDICT_ROWS } from '../../../../lib/wire/errors/refusalOutcomes';
import { refusalWords, verdictOf } from '../../../../lib/wire/errors/verdict';

function tenFrom(start: number): number[] {
	return Array.from({ length: 10 }, (_, index) => start + index);
}

const CODES = [
	...['INVALID_MODEL', 'AUTHENTICATION_FAILED_INACTIVE_KEY', 'PRO_ONLY_MODEL'],
	...['X402_INVALID_SIGN_IN', 'API_KEY_USD_SPEND_LIMIT_EXCEEDED', 'PAYMENT_REQUIRED'],
	...['API_ACCESS_DISABLED', 'X402_WALLET_MISMATCH', 'MODEL_PRIVACY_RESTRICTED'],
	...['CHARACTER_NOT_FOUND', 'MODEL_NOT_FOUND', 'MEDIA_NOT_FOUND', 'MODEL_OVERLOADED'],
	...['KEY_BLOCKED', 'RATE_LIMIT_EXCEEDED', 'MODEL_OFFLINE', 'MODEL_DOWN', undefined],
];
const WORDS = [
	...['', 'offline', 'The plain HTTP request was sent to HTTPS port', 'prompt is too long'],
	...['tools are not supported', 'response_format is not supported', 'unknown field "x"'],
];
const STATUSES = [204, 206, 307, ...[400, 410, 420, 450, 490, 500, 510, 520, 530].flatMap(tenFrom)];

const HELD_BACK = CODES.map(
	(code) => ({ by: 'noOne', says: '', status: undefined, code }) as const,
);
const REFUSALS = (['service', 'between'] as const).flatMap((by) =>
	STATUSES.flatMap((status) =>
		WORDS.flatMap((says) => CODES.map((code) => ({ by, says, status, code }))),
	),
);
const ALL = [...HELD_BACK, ...REFUSALS];

const meaningOf = (refusal: (typeof ALL)[number]) => {
	const { status, code, by, says } = refusal;
	const verdict = verdictOf({ kind: 'refused', status, code, says, isForeign: by === 'between' });
	return JSON.stringify([verdict, status === undefined || refusalWords(refusal)]);
};

it('every row of the table means something that no other row says', () => {
	const meanings = new Map(ALL.map((refusal) => [refusal, meaningOf(refusal)]));
	const unused = [...REFUSAL_OUTCOMES].slice(0, -1).filter((row) => {
		const index = REFUSAL_OUTCOMES.indexOf(row);
		const place = VERDICT_ROWS.findIndex((one) => one.row === row);
		REFUSAL_OUTCOMES.splice(index, 1);
		const columns = place < 0 ? [] : VERDICT_ROWS.splice(place, 1);
		const isUsed = ALL.some((refusal) => meaningOf(refusal) !== meanings.get(refusal));
		REFUSAL_OUTCOMES.splice(index, 0, row);
		VERDICT_ROWS.splice(place, 0, ...columns);
		return !isUsed;
	});
	expect(unused).toEqual([]);
});

it('a refusal that no other row knows may be charged, and is not sent again', () => {
	expect(verdictOf({ kind: 'refused', status: 599 })).toEqual({
		charged: 'maybe',
		again: 'if-idempotent',
	});
	expect(refusalWords({ by: 'service', status: 599 }).cause).toMatch(/did not accept/);
});
