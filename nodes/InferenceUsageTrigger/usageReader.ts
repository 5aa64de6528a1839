import type { IPollFunctions } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { clock } from '../../lib/core/clock';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { API_KEY_CREDENTIAL } from '../../lib/wire/credential';
import { getJson } from '../../lib/wire/lookUp';
import type { SendRequest } from '../../lib/wire/send';
import {
	cursorPages,
	repeatedCursorFailure,
	REPEATED_CURSOR,
	tooManyPagesFailure,
	wrongPagesFailure,
} from '../../lib/billing/pages/cursorPages';
import { pageFingerprint, type UsagePage } from '../../lib/billing/usageEntry';
import type { IdentifiedEntry } from '../../lib/billing/entryId';
import { answerDate, type ServiceTime } from '../../lib/core/serviceTime';
import {
	isRepeatedPage,
	nextQuery,
	restartedWalk,
	walkAfterPage,
	type WindowWalk,
} from '../../lib/billing/window';

export const HISTORY_URL = '/billing/usage-history';
const MAX_READING_MS = 45_000;
const DEFAULT_POLL_BUDGET_MS = 240_000;
const MAX_TRY_MS = 30_000;
const MIN_TRY_MS = 2_000;
const MAX_WAIT_MS = 15_000;
const MAX_TRIES = 3;
/** Characters; the checkpoint keeps it. Those of the service have less than a hundred. */
const MAX_CURSOR_LENGTH = 10_000;
/** The service sends no smaller page. */
export const MIN_SERVICE_PAGE_SIZE = 10;

/** Reads the usage history within the time that one poll has. */
export class UsageReader {
	pageCount = 0;

	/** Entries that no page before them had, also those that a filter leaves out. */
	newEntryCount = 0;

	/** What ended the reading after its first page; the next poll meets it again if it lasts. */
	failure: ServiceFailure | undefined;

	/** The service's time in the first answer of the poll, without the fraction of its second. */
	firstAnswerTime: number | undefined;

	private readonly deadline: number;

	constructor(
		private readonly context: IPollFunctions,
		public pageSize: number,
		private readonly readPage: (answer: Answer) => UsagePage,
		readonly knownServiceTime: ServiceTime,
		private readonly maxPages: number,
	) {
		const budget = context.getPollBudgetMs?.() ?? DEFAULT_POLL_BUDGET_MS;
		this.deadline = clock.now() + Math.min(MAX_READING_MS, budget * 0.8);
	}

	async requestServiceTime(): Promise<void> {
		const startTimestamp = new Date(clock.now()).toISOString();
		await this.send({ url: HISTORY_URL, qs: { startTimestamp, pageSize: MIN_SERVICE_PAGE_SIZE } });
	}

	/** The service's time (ISO 8601 UTC), or that of n8n where the service sends none. */
	async readTimeNow(): Promise<string> {
		await this.requestServiceTime();
		return new Date(this.knownServiceTime.earliestNow() ?? clock.now()).toISOString();
	}

	get mustStop(): boolean {
		return this.failure !== undefined || this.remainingMs() <= 0;
	}

	/**
	 * Walks a window as far as there is room and time, one page at least, and hands each page's entries to `acceptEntries`, which says whether
	 * there is room for another page. Throws when not even the first page of the poll can be read.
	 */
	async walk(
		begun: WindowWalk,
		acceptEntries: (entries: IdentifiedEntry[]) => boolean,
	): Promise<WindowWalk> {
		let walk = begun;
		const query = () => ({ ...nextQuery(walk, this.pageSize) });
		const seenCursors = new Set([begun.window.cursor]);
		const read = (answer: Answer) => {
			const sent = this.readPage(answer);
			if ((sent.nextCursor?.length ?? 0) > MAX_CURSOR_LENGTH) throw longCursorFailure();
			if (isRepeatedPage(walk, sent, seenCursors)) throw repeatedCursorFailure();
			seenCursors.add(sent.nextCursor);
			const page = walkAfterPage(walk, sent);
			if ((page.walk.window.pages ?? 0) > this.maxPages) throw tooManyPagesFailure(this.maxPages);
			const { length: entries } = page.fresh;
			const requests = () => pageFingerprint(sent.entries);
			return { content: page, entries, nextCursor: sent.nextCursor, requests };
		};
		const startOver = (pageSize = this.pageSize) => {
			this.pageSize = pageSize;
			walk = restartedWalk(walk);
			return query();
		};
		for (let mayRestart = true; ; mayRestart = false) {
			const first = { url: HISTORY_URL, qs: query() };
			try {
				for await (const { content } of cursorPages(first, this.send, read, { startOver })) {
					this.pageCount++;
					this.newEntryCount += content.fresh.length;
					// A page that is refused as a repetition counts as not read.
					walk = content.walk;
					if (!acceptEntries(content.fresh) || this.mustStop) break;
				}
				return walk;
			} catch (error) {
				const failure = failureOrRethrow(error);
				// The walk goes on without its cursor, from the moment that it has come to.
				const isStuck = failure.facts.code === REPEATED_CURSOR && walk.window.cursor !== undefined;
				if (isStuck) walk = restartedWalk(walk);
				seenCursors.clear();
				if (isStuck && mayRestart) continue;
				if (this.pageCount === 0) throw failure;
				this.failure = failure;
				return walk;
			}
		}
	}

	private readonly send: SendRequest = async ({ qs }) => {
		const share = Math.max(MIN_TRY_MS, this.remainingMs() / MAX_TRIES);
		const request = { url: HISTORY_URL, qs, timeout: Math.min(MAX_TRY_MS, share) } as const;
		const maxWaitMs = Math.min(MAX_WAIT_MS, share);
		const waits = { maxWaitMs, patienceMs: maxWaitMs, maxTries: MAX_TRIES };
		const answer = await getJson(this.context, API_KEY_CREDENTIAL, request, waits);
		this.knownServiceTime.noteDateOf(answer);
		this.firstAnswerTime ??= answerDate(answer);
		return answer;
	};

	private remainingMs(): number {
		return this.deadline - clock.now();
	}
}

function longCursorFailure(): ServiceFailure {
	return wrongPagesFailure(
		`The service sent a cursor of more than ${MAX_CURSOR_LENGTH} characters`,
	);
}
