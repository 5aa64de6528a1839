import type { IPollFunctions } from 'n8n-workflow';

import { header } from '../../lib/transport/http/answer';
import { clock } from '../../lib/transport/clock';
import { caught, ServiceFailure } from '../../lib/transport/errors/failure';
import { API_KEY_CREDENTIAL } from '../../lib/transport/http/credential';
import { isRefusedCursor } from '../../lib/transport/pages/cursorPages';
import { getJson } from '../../lib/transport/http/getJson';
import { usagePage, type UsagePage } from '../../lib/usage/entry';
import type { IdentifiedEntry } from '../../lib/usage/entryId';
import { nextQuery, restarted, withPage, type UsageQuery, type Walk } from '../../lib/usage/window';

const LONGEST_POLL_MS = 45_000;
const DEFAULT_BUDGET_MS = 240_000;
const LONGEST_TRY_MS = 30_000;
const LEAST_TRY_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
const TRIES = 3;
const SECOND = 1_000;

/** Reads the usage history within the time that one poll has. */
export class UsageReader {
	/** Pages read so far. */
	pages = 0;

	/** What ended the reading after its first page; the next poll meets it again if it lasts. */
	failure: unknown;

	/** How far our clock is ahead of the service's at least, in milliseconds; 0 when it is not, as far as answers tell. */
	ahead = 0;

	private readonly deadline: number;
	private mayRestart = true;

	constructor(
		private readonly context: IPollFunctions,
		private readonly pageSize: number,
	) {
		const budget = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
		this.deadline = clock.now() + Math.min(LONGEST_POLL_MS, budget * 0.8);
	}

	/** Whether this poll is to read no more. */
	get ended(): boolean {
		return this.failure !== undefined || this.timeLeft() <= 0;
	}

	/**
	 * Walks a window as far as there is room and time, one page at least, and hands each page's entries to `take`, which says whether
	 * there is room for another page. Throws when not even the first page of the poll can be read.
	 */
	async walk(begun: Walk, take: (entries: IdentifiedEntry[]) => boolean): Promise<Walk> {
		let walk = begun;
		let room = true;
		do {
			const page = await this.page(nextQuery(walk, this.pageSize)).catch(caught);
			if (page instanceof ServiceFailure) {
				const byCursor = walk.window.cursor !== undefined;
				if (byCursor && this.mayRestart && isRefusedCursor(page)) {
					this.mayRestart = false;
					walk = restarted(walk);
					continue;
				}
				if (this.pages === 0) throw page;
				this.failure = page;
				return walk;
			}
			this.pages++;
			const read = withPage(walk, page);
			walk = read.walk;
			room = take(read.fresh);
			this.mayRestart ||= read.fresh.length > 0;
		} while (!walk.finished && room && !this.ended);
		return walk;
	}

	private async page(query: UsageQuery): Promise<UsagePage> {
		const share = Math.max(LEAST_TRY_MS, this.timeLeft() / TRIES);
		const request = {
			url: '/billing/usage-history',
			qs: { ...query },
			timeout: Math.min(LONGEST_TRY_MS, share),
		} as const;
		const maxWaitMs = Math.min(LONGEST_WAIT_MS, share);
		const sent = clock.now();
		const answer = await getJson(this.context, API_KEY_CREDENTIAL, request, maxWaitMs, TRIES);
		const date = Date.parse(header(answer, 'date') ?? '');
		// The date is that of a whole second, and later than the sending.
		if (sent > date + SECOND) this.ahead = Math.max(this.ahead, sent - date);
		return usagePage(answer.body);
	}

	private timeLeft(): number {
		return this.deadline - clock.now();
	}
}
