import type { IPollFunctions } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { clock } from '../../lib/core/clock';
import { caught, ServiceFailure } from '../../lib/core/failure';
import { API_KEY_CREDENTIAL } from '../../lib/wire/credential';
import { getJson } from '../../lib/wire/call';
import type { Send } from '../../lib/wire/send';
import {
	cursorPages,
	endless,
	REPEATED_CURSOR,
	tooManyPages,
	wrongPages,
} from '../../lib/billing/pages/cursorPages';
import { requestsOf, type UsagePage } from '../../lib/billing/entry';
import type { IdentifiedEntry } from '../../lib/billing/entryId';
import { dateOf, type ServiceTime } from '../../lib/billing/serviceTime';
import { goesBack, nextQuery, restarted, withPage, type Walk } from '../../lib/billing/window';

const HISTORY = '/billing/usage-history';
const LONGEST_POLL_MS = 45_000;
const DEFAULT_BUDGET_MS = 240_000;
const LONGEST_TRY_MS = 30_000;
const LEAST_TRY_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
const TRIES = 3;
/** Characters; the checkpoint keeps it. Those of the service have less than a hundred. */
const LONGEST_CURSOR = 10_000;
/** The service sends no smaller page. */
export const SMALLEST_PAGE = 10;

/** Reads the usage history within the time that one poll has. */
export class UsageReader {
	/** Pages read so far. */
	pages = 0;

	/** What ended the reading after its first page; the next poll meets it again if it lasts. */
	failure: unknown;

	/** The service's time in the first answer of the poll, without the fraction of its second. */
	began: number | undefined;

	private readonly deadline: number;

	constructor(
		private readonly context: IPollFunctions,
		/** How many entries a page has. */
		public pageSize: number,
		private readonly readPage: (answer: Answer) => UsagePage,
		readonly time: ServiceTime,
		/** How many pages a window may have. */
		private readonly mostPages: number,
	) {
		const budget = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
		this.deadline = clock.now() + Math.min(LONGEST_POLL_MS, budget * 0.8);
	}

	/** Asks for the service's time, whatever the window is. */
	async askTime(): Promise<void> {
		const startTimestamp = new Date(clock.now()).toISOString();
		await this.send({ url: HISTORY, qs: { startTimestamp, pageSize: SMALLEST_PAGE } });
	}

	/** The service's time (ISO 8601 UTC), or that of n8n where the service sends none. */
	async timeNow(): Promise<string> {
		await this.askTime();
		return new Date(this.time.earliest() ?? clock.now()).toISOString();
	}

	/** Whether this poll must read no more. */
	get ended(): boolean {
		return this.failure !== undefined || this.timeLeft() <= 0;
	}

	/**
	 * Walks a window as far as there is room and time, one page at least, and hands each page's entries to `take`, which says whether
	 * there is room for another page. Throws when not even the first page of the poll can be read.
	 */
	async walk(begun: Walk, take: (entries: IdentifiedEntry[]) => boolean): Promise<Walk> {
		let walk = begun;
		const query = () => ({ ...nextQuery(walk, this.pageSize) });
		const seen = new Set([begun.window.cursor]);
		const read = (answer: Answer) => {
			const sent = this.readPage(answer);
			if ((sent.nextCursor?.length ?? 0) > LONGEST_CURSOR) throw longCursor();
			if (goesBack(walk, sent, seen)) throw endless();
			seen.add(sent.nextCursor);
			const page = withPage(walk, sent);
			if ((page.walk.window.pages ?? 0) > this.mostPages) throw tooManyPages(this.mostPages);
			const { length: entries } = page.fresh;
			const requests = () => requestsOf(sent.entries);
			return { content: page, entries, nextCursor: sent.nextCursor, requests };
		};
		const startOver = (pageSize = this.pageSize) => {
			this.pageSize = pageSize;
			walk = restarted(walk);
			return query();
		};
		for (let mayRestart = true; ; mayRestart = false) {
			const first = { url: HISTORY, qs: query() };
			try {
				for await (const { content } of cursorPages(first, this.send, read, { startOver })) {
					this.pages++;
					// A page that is refused as a repetition counts as not read.
					walk = content.walk;
					if (!take(content.fresh) || this.ended) break;
				}
				return walk;
			} catch (error) {
				const failure = caught(error);
				// The walk goes on without its cursor, from the moment that it has come to.
				const isStuck = failure.facts.code === REPEATED_CURSOR && walk.window.cursor !== undefined;
				if (isStuck) walk = restarted(walk);
				seen.clear();
				if (isStuck && mayRestart) continue;
				if (this.pages === 0) throw failure;
				this.failure = failure;
				return walk;
			}
		}
	}

	private readonly send: Send = async ({ qs }) => {
		const share = Math.max(LEAST_TRY_MS, this.timeLeft() / TRIES);
		const request = { url: HISTORY, qs, timeout: Math.min(LONGEST_TRY_MS, share) } as const;
		const maxWaitMs = Math.min(LONGEST_WAIT_MS, share);
		const waits = { maxWaitMs, patienceMs: maxWaitMs, maxTries: TRIES };
		const answer = await getJson(this.context, API_KEY_CREDENTIAL, request, waits);
		this.time.note(answer);
		this.began ??= dateOf(answer);
		return answer;
	};

	private timeLeft(): number {
		return this.deadline - clock.now();
	}
}

function longCursor(): ServiceFailure {
	return wrongPages(`The service sent a cursor of more than ${LONGEST_CURSOR} characters`);
}
