import type { Poll, Story } from '../../nodes/jobStory';
import type { LinkAnswer, LinkServer } from '../../nodes/linkServer';
import { STATUSES } from './statusList';

/**
 * What a job comes to: its file; an error after which the job is still there and a retry fetches it; or an end, after which nothing but the
 * user's word buys it again: with the charge given back, kept, or not spoken of.
 */
export type JobEnd = 'file' | 'fetchedLater' | 'refunded' | 'notRefunded' | 'ended';

export interface JobTrouble {
	kind: 'links' | 'polls' | 'words' | 'refusals';
	name: string;
	story: (links: LinkServer) => Story;
	comesTo: JobEnd;
}

/** For as long as anyone asks. */
const ALWAYS = 1_000_000;
const times = (often: number) => (often === ALWAYS ? 'always' : `${often} times`);
const running: Poll = { body: { status: 'PROCESSING' }, times: 2 };

/** What the server of a link answers before the file, the link being named by the queue, by the status, or the dead one by the queue alone. */
function linkTroubles(): JobTrouble[] {
	const answers: LinkAnswer[] = [...STATUSES, 'page', 'json', 'empty', 'half'];
	return answers.flatMap((answer) =>
		(['queue', 'status', 'both'] as const).flatMap((where) =>
			(where === 'both' ? [ALWAYS] : [1, ALWAYS]).map((often): JobTrouble => {
				// Fifteen are all the tries of three runs.
				const before = Array<LinkAnswer>(often === ALWAYS ? 15 : often).fill(answer);
				const isDead = where !== 'both' && often === ALWAYS;
				return {
					...{ kind: 'links', name: `link of the ${where}, ${answer}, ${times(often)}` },
					comesTo: isDead ? 'fetchedLater' : 'file',
					story(links) {
						const url = links.link('/troubled', before);
						const status = where === 'both' ? links.link('/good') : url;
						return {
							...(where === 'status' ? {} : { queued: { download_url: url } }),
							polls: [
								{
									body: { status: 'COMPLETED', ...(where === 'queue' ? {} : { url: status }) },
									times: ALWAYS,
								},
							],
						};
					},
				};
			}),
		),
	);
}

const FORMS: Record<string, (status: number) => unknown> = {
	json: (status) => ({ error: `The call ended with ${status}` }),
	page: (status) => `<!DOCTYPE html><html><title>${status}</title></html>`,
	empty: () => '',
};

/** What the service itself says of a job with its own error, which ends it: refused content at once, an unknown job after minutes. */
const REFUSES = [410, 422];
const UNKNOWN = [400, 404];
/** About the key, whoever says it, and about the money of the account: nothing of the run can go on, and the job does. */
const endsRun = (status: number, isOwn: boolean) => status === 401 || (status === 402 && isOwn);

/** Polls that fail: one right after the job was queued and two while it runs, or all from then on. */
function pollTroubles(): JobTrouble[] {
	return STATUSES.flatMap((status) =>
		Object.entries(FORMS).flatMap(([form, bodyOf]) =>
			[false, true].map((forEver): JobTrouble => {
				const poll = (often: number) => ({ status, body: bodyOf(status), times: often });
				const polls = forEver ? [running, poll(ALWAYS)] : [poll(1), running, poll(2)];
				return {
					...{ kind: 'polls', name: `polls ${status} ${form}${forEver ? ' for ever' : ''}` },
					comesTo: endOfPolls(status, form === 'json', forEver),
					story: () => ({ polls }),
				};
			}),
		),
	);
}

function endOfPolls(status: number, isOwn: boolean, forEver: boolean): JobEnd {
	if (isOwn && REFUSES.includes(status)) return 'ended';
	if (endsRun(status, isOwn)) return 'fetchedLater';
	if (!forEver) return 'file';
	return isOwn && UNKNOWN.includes(status) ? 'ended' : 'fetchedLater';
}

/** Words of services and of those behind them. */
const FAILED = ['failed', 'FAILED', 'error', 'canceled', 'CANCELLED'];
const BAD = [
	...['failure', 'FAIL', 'errored', 'expired', 'timeout', 'TIMED_OUT', 'timed out', 'aborted'],
	...['rejected', 'refused', 'denied', 'moderated', 'content_filtered', 'nsfw', 'blocked'],
	...['flagged', 'terminated'],
];
// cspell:ignore fertig
const GOOD = ['succeed', 'finished', 'ready', 'ok', 'generated', 'available', 'fertig', '完成'];
const OPEN = ['PROCESSING', 'queued', 'in-progress', 'on_hold', 'dreaming', 'WARMING UP'];

const ERROR = { error: { message: 'The provider gave up' } };

/** Errors that say nothing. */
const NO_ERRORS = ['', null, {}, [], false];

/** A word in a status that came with 200, alone or with more. */
function wordTroubles(): JobTrouble[] {
	const word = (
		name: string,
		body: object,
		often: number,
		comesTo: JobEnd,
		withLink?: LinkAnswer[],
	): JobTrouble => ({
		...{ kind: 'words', name: `${name}, ${times(often)}`, comesTo },
		story(links) {
			const url = withLink === undefined ? {} : { url: links.link('/song', withLink) };
			return { polls: [{ body: { ...body, ...url }, times: often }] };
		},
	});
	const failing = [
		...[...FAILED, ...BAD].map((status) => ({ name: status, body: { status } })),
		{ name: 'an error without a status', body: {} },
		{ name: 'success: false without a status', body: { success: false } },
	];
	return [
		...failing.flatMap(({ name, body }) => [
			word(`${name} with an error`, { ...body, ...ERROR }, ALWAYS, 'ended'),
			...[true, false].map((refunded) =>
				word(
					`${name}, ${refunded ? '' : 'not '}refunded`,
					{ ...body, ...ERROR, credits_refunded: refunded },
					ALWAYS,
					refunded ? 'refunded' : 'notRefunded',
				),
			),
		]),
		...BAD.map((status) => word(status, { status }, 2, 'file')),
		word('an error without a status', ERROR, 2, 'file'),
		...[...GOOD, ...OPEN].flatMap((status) => [
			word(status, { status }, 3, 'file'),
			word(`${status} with an error`, { status, ...ERROR }, 3, 'file'),
			word(`${status} with an error`, { status, ...ERROR }, ALWAYS, 'fetchedLater'),
		]),
		...GOOD.flatMap((status) => [
			word(`${status} with a link`, { status }, ALWAYS, 'file', []),
			word(`${status} with a link that is slow`, { status }, ALWAYS, 'file', [404, 403]),
			word(`${status} with a link and an error`, { status, ...ERROR }, ALWAYS, 'file', []),
		]),
		word('COMPLETED with an error', { status: 'COMPLETED', ...ERROR }, ALWAYS, 'ended'),
		word(
			'COMPLETED with an error and a link',
			{ status: 'COMPLETED', ...ERROR },
			ALWAYS,
			'file',
			[],
		),
		...NO_ERRORS.flatMap((error) => {
			const name = `the error ${JSON.stringify(error)}`;
			return [
				word(`${name} and PROCESSING`, { status: 'PROCESSING', error }, 3, 'file'),
				word(`${name} and COMPLETED`, { status: 'COMPLETED', error }, ALWAYS, 'file', []),
			];
		}),
		...['text', 7, []].map((body) => ({
			...{ kind: 'words' as const, name: `${JSON.stringify(body)} as a status` },
			...{ comesTo: 'file' as const, story: () => ({ polls: [{ body, times: 3 }] }) },
		})),
	];
}

/** The shapes in which a refusal names what became of the money. */
const SHAPES: Record<string, (refund: object) => object> = {
	'in the error': (refund) => ({
		error: { message: 'Refused', type: 'provider_content_policy', ...refund },
	}),
	beside: (refund) => ({ error: 'Refused', code: 'CONTENT_POLICY', ...refund }),
	'beside a suggestion': (refund) => ({
		error: 'Refused',
		suggested_prompt: 'A calm sea',
		...refund,
	}),
};

/** The service refuses the content of a job that is queued and paid for. */
function refusalTroubles(): JobTrouble[] {
	const money: Array<[string, object, JobEnd]> = [
		// Refused content is a decision: no retry buys it, refunded or not.
		['refunded', { credits_refunded: true }, 'refunded'],
		['not refunded', { credits_refunded: false }, 'notRefunded'],
		['nothing said', {}, 'ended'],
	];
	return REFUSES.flatMap((status) =>
		Object.entries(SHAPES).flatMap(([shape, bodyOf]) =>
			money.flatMap(([said, refund, comesTo]) =>
				[[], [running]].map((before): JobTrouble => ({
					kind: 'refusals',
					name: `${status} ${shape}, ${said}, ${before.length === 0 ? 'at first' : 'while it runs'}`,
					comesTo,
					story: () => ({ polls: [...before, { status, body: bodyOf(refund), times: ALWAYS }] }),
				})),
			),
		),
	);
}

export const JOB_TROUBLES: readonly JobTrouble[] = [
	...linkTroubles(),
	...pollTroubles(),
	...wordTroubles(),
	...refusalTroubles(),
];
