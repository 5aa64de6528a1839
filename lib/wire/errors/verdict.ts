import { ERROR_IN_ANSWER, NOT_ENCRYPTED } from '../../core/answer';
import { ANSWER_TOO_LARGE, FILE_TOO_LARGE } from '../../core/bounds';
import {
	CANCELLED_IN_FLIGHT,
	type ChargeRisk,
	type FailureFacts,
	type FailureKind,
	type Verdict,
} from '../../core/failure';
import { isRecord } from '../../core/record';
import { allowances } from './rateHeaders';
import { connectionOutcome, isNeverSent } from './connectionOutcomes';
import {
	CODE_OUTCOMES,
	type CodeRow,
	LOST,
	OUT_OF_REACH,
	RATE_LIMIT_CODE,
	type Refusal,
	type RefusalWords,
	STATUS_OUTCOMES,
	type StatusRow,
} from './refusalOutcomes';

/** What is known of an attempt; the headers of a refusal have their neutral names (docs/maintainers/service.md#addresses-and-names). */
type FailedAttempt = Pick<
	FailureFacts,
	'kind' | 'status' | 'code' | 'says' | 'isUnsent' | 'isForeign' | 'fields' | 'headers'
>;

/** Answers that are refused for what they are. */
const CODES_REFUSED_HERE = [ANSWER_TOO_LARGE, FILE_TOO_LARGE, ERROR_IN_ANSWER, NOT_ENCRYPTED];

/** Each attempt is looked up once; whoever learns more of it makes new facts. */
const verdicts = new WeakMap<FailedAttempt, Verdict>();

/** The verdict on an attempt that failed. */
export function verdictOf(attempt: FailedAttempt): Verdict {
	const known = verdicts.get(attempt);
	if (known !== undefined) return known;
	const verdict = lookUp(attempt);
	verdicts.set(attempt, verdict);
	return verdict;
}

/** Read from top to bottom. */
function lookUp(attempt: FailedAttempt): Verdict {
	const { kind, code } = attempt;
	// Found before anything was sent, or decided by the user.
	if (kind === 'input') return { charged: 'no', again: 'never' };
	// A wait that was ended held nothing in flight.
	if (kind === 'cancelled')
		return {
			charged: code === CANCELLED_IN_FLIGHT ? 'maybe' : 'no',
			again: 'never',
			endsRun: true,
		};
	// It was served, and what came is refused here; who made it knows whether it was charged.
	if (kind === 'flagged') return { charged: 'no', again: 'never' };
	if (kind === 'refused') return verdictOfRefusal(attempt);
	// It arrived and is refused here: no lost answer, and the same call would be answered so again.
	if (CODES_REFUSED_HERE.includes(code ?? '')) return { charged: 'maybe', again: 'never' };
	// The request never left n8n, which says nothing of whether it can.
	if (attempt.isUnsent ?? isNeverSent(code))
		return connectionOutcome(code).isLasting
			? { charged: 'no', again: 'never' }
			: { charged: 'no', again: 'same', modelFault: OUT_OF_REACH };
	// The request may have arrived, and its answer is lost or of no use.
	return LOST;
}

function verdictOfRefusal({
	status,
	code,
	says,
	isForeign,
	fields = [],
	headers,
}: FailedAttempt): Verdict {
	const by = status === undefined ? 'noOne' : isForeign === true ? 'between' : 'service';
	const { verdict } = refusalOutcome({ status, by, code, says });
	// Headers that name a limit say more than the words of a refusal (docs/maintainers/service.md#rate-limits).
	if ((verdict.limitOf ?? 'model') !== 'model' && namesAllowance(headers))
		return refusalOutcome({ status, by, code: RATE_LIMIT_CODE }).verdict;
	return verdict.reason === 'request' && isAboutModel(code, fields)
		? { ...verdict, modelFault: verdict.modelFault ?? 'not available' }
		: verdict;
}

function namesAllowance(headers: FailureFacts['headers'] = {}): boolean {
	return Object.values(allowances(headers)).some((known) => Object.keys(known).length > 0);
}

/** What a refusal means for the money, the next try and a job, and in words. */
interface RefusalOutcome {
	verdict: Verdict;
	words: RefusalWords;
	/** Where these are the words of its code, or of what it says. */
	special?: CodeRow;
}

const COLUMNS = [
	...(['charged', 'again', 'atLeastMs', 'reason', 'limitOf'] as const),
	...(['isAboutContent', 'modelFault', 'endsRun', 'absent', 'job'] as const),
];

/** Looks refusals up in these rows, which are sorted by status once. */
export function refusalTable(statusRows: StatusRow[], codeRows: CodeRow[]) {
	const rowsByStatus = new Map<number | undefined, ReturnType<typeof rowsOf>>();
	const rowsOf = (status: number | undefined) => {
		const isOfStatus = (row: CodeRow) => isOneOf(row.status, status);
		return { usual: statusRows.filter(isOfStatus), special: codeRows.filter(isOfStatus) };
	};
	return ({ status, by, code, says = '' }: Refusal): RefusalOutcome => {
		const rows = rowsByStatus.get(status) ?? rowsOf(status);
		rowsByStatus.set(status, rows);
		const usual = rows.usual.find((row) => isOneOf(row.by, by)) as StatusRow;
		const special = rows.special.find(
			(row) => isOneOf(row.by, by) && isOneOf(row.code, code) && row.says?.test(says) !== false,
		);
		const both: StatusRow = { ...usual, ...special };
		const columns = COLUMNS.flatMap((name) => (name in both ? [[name, both[name]]] : []));
		const verdict = Object.fromEntries(columns) as Verdict;
		return special?.cause === undefined
			? { verdict, words: usual }
			: { verdict, words: special as RefusalWords, special };
	};
}

/** What a refusal means. */
export const refusalOutcome = refusalTable(STATUS_OUTCOMES, CODE_OUTCOMES);

function isOneOf(expected: number | string | RegExp | undefined, value?: number | string): boolean {
	if (expected instanceof RegExp) return expected.test(String(value));
	return expected === undefined || expected === value;
}

/** Whether a refusal names the model, and nothing else of the request. */
function isAboutModel(code: string | undefined, fields: readonly string[]): boolean {
	if (code === 'INVALID_MODEL' || code === 'MODEL_NOT_FOUND') return true;
	return fields.length === 1 && fields[0] === 'model';
}

/** What may have been charged for a call that ended so. */
export function chargeRisk(attempt: FailedAttempt, paid: boolean): ChargeRisk {
	return paid && verdictOf(attempt).charged === 'maybe' ? 'possible' : 'none';
}

/** The keys of the shapes in which the service refuses (docs/maintainers/service.md#errors). */
const SERVICE_ERROR_KEYS = [
	...['error', 'errors', 'message', 'code', 'detail', 'details', 'issues', 'accepts'],
];

/** What an answer is that is not served. A part of an answer (2xx) refuses nothing. */
export function failureKindOfStatus(status: number): FailureKind {
	return status < 300 ? 'malformed' : 'refused';
}

/** Whether the body of a refusal is the service's own, and not a page of something in between. */
export function isServiceError(body: unknown): boolean {
	return (
		isRecord(body) &&
		SERVICE_ERROR_KEYS.some((key) => body[key] !== undefined && body[key] !== null)
	);
}
