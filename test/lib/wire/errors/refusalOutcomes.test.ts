import { CODE_OUTCOMES, STATUS_OUTCOMES } from '../../../../lib/wire/errors/refusalOutcomes';
import { refusalOutcome, refusalTable, verdictOf } from '../../../../lib/wire/errors/verdict';

function tenFrom(start: number): number[] {
	return Array.from({ length: 10 }, (_, index) => start + index);
}

/** Those of the rows, and one for the row that has a pattern. */
const CODES = [
	...new Set(CODE_OUTCOMES.map(({ code }) => code).filter((code) => typeof code === 'string')),
	...['API_KEY_USD_SPEND_LIMIT_EXCEEDED', undefined],
];
/** A sentence for each row that reads words. */
const WORDS = [
	...['', 'offline', 'The plain HTTP request was sent to HTTPS port', 'prompt is too long'],
	...['tools are not supported', 'response_format is not supported', 'unknown field "x"'],
	'too many failed requests',
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

/** What a refusal means by these rows. */
function meaningBy(statusRows: typeof STATUS_OUTCOMES, codeRows: typeof CODE_OUTCOMES) {
	const outcomeOf = refusalTable(statusRows, codeRows);
	return (refusal: (typeof ALL)[number]) => {
		const { verdict, words } = outcomeOf(refusal);
		const { cause, cure, isWhole, silent, cureWithoutFields } = words;
		const said = refusal.status !== undefined && [cause, cure, isWhole, silent, cureWithoutFields];
		return JSON.stringify([verdict, said]);
	};
}

const without = <T>(rows: T[], one: T) => rows.filter((row) => row !== one);

it('every row of the tables means something that no other row says', () => {
	const usual = ALL.map(meaningBy(STATUS_OUTCOMES, CODE_OUTCOMES));
	const isUnchanged = (meaning: ReturnType<typeof meaningBy>) =>
		ALL.every((refusal, place) => meaning(refusal) === usual[place]);
	// All others fall back on the last status.
	const statusRows = STATUS_OUTCOMES.slice(0, -1);
	expect([
		...statusRows.filter((row) =>
			isUnchanged(meaningBy(without(STATUS_OUTCOMES, row), CODE_OUTCOMES)),
		),
		...CODE_OUTCOMES.filter((row) =>
			isUnchanged(meaningBy(STATUS_OUTCOMES, without(CODE_OUTCOMES, row))),
		),
	]).toEqual([]);
});

it('a refusal that no other row knows may be charged, and is not sent again', () => {
	expect(verdictOf({ kind: 'refused', status: 599 })).toEqual({
		charged: 'maybe',
		again: 'if-idempotent',
	});
	const { words } = refusalOutcome({ by: 'service', status: 599 });
	expect(words.cause).toMatch(/did not accept/);
});
