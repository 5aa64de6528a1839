import {
	partToRead,
	HistoryReader,
	type HistoryPageSlice,
	type HistoryPart,
	type HistoryRequest,
} from './historyReader';

/** How many pages are read at once unless the user sets it. Reading is free, and a page takes the service longer than this package. */
export const PAGES_AT_ONCE = 10;

export interface HistoryWalk<T> extends HistoryRequest<T> {
	/** The run, whose free places the walk takes for further requests at the same time. */
	run: {
		/** How many places are free. */
		readonly free: number;
		/** Takes another place, and returns the function that leaves it; undefined when none is free. */
		tryAcquireSlot(): (() => void) | undefined;
	};
}

/**
 * The pages of a usage history in order of time, several of them read at once (docs/maintainers/service.md#usage-history). The first request is that of the
 * whole period. Where more pages follow, the rest is split into windows by how dense the history is, and one that proves heavier is split again.
 * Windows share their bounds, the start inclusive and the end exclusive, so that no entry is missing or comes twice. Where an entry does not
 * say its time, or one millisecond fills a page, the cursors are followed.
 */
export async function* historyPages<T>(walk: HistoryWalk<T>): AsyncGenerator<HistoryPageSlice<T>> {
	const ahead = new ReadAheadPages(walk);
	try {
		for (let page = await ahead.nextPage(); page !== undefined; page = await ahead.nextPage())
			yield page;
	} finally {
		ahead.stop();
	}
}

class ReadAheadPages<T> {
	private readonly reader: HistoryReader<T>;
	private givenEntries = 0;
	private inFlight = 0;
	private isItemSlotFree = true;
	private onChange = () => {};

	constructor(private readonly walk: HistoryWalk<T>) {
		this.reader = new HistoryReader(walk);
	}

	/** The next page, undefined after the last. Throws the failure of the earliest window that cannot be read. */
	async nextPage(): Promise<HistoryPageSlice<T> | undefined> {
		const { parts } = this.reader.queue;
		for (;;) {
			this.startReading();
			const [head] = parts;
			if (head === undefined) return undefined;
			const { reading } = head;
			if (reading?.failure !== undefined) throw reading.failure.error;
			if (reading?.isFinished) parts.shift();
			const page = reading?.page;
			if (reading !== undefined && page !== undefined) {
				reading.page = undefined;
				this.givenEntries += page.end - page.skip;
				this.startReading();
				return page;
			}
			if (!reading?.isFinished) await new Promise<void>((done) => (this.onChange = done));
		}
	}

	stop(): void {
		this.reader.stop();
	}

	/** Starts to read the earliest parts, as many at once as the run has places and memory has room for. */
	private startReading(): void {
		for (let part = this.nextPart(); part !== undefined; part = this.nextPart()) {
			const releaseSlot = this.acquireSlot();
			if (releaseSlot === undefined) return;
			const free = this.walk.run.free + Number(this.isItemSlotFree);
			const idleReaders = this.nextPart(part) === undefined ? 1 + free : 1;
			this.reader.openPart(part, idleReaders, 1 + this.inFlight + free);
			this.inFlight++;
			void this.reader.readNextPage(part).then(() => {
				this.inFlight--;
				releaseSlot();
				this.startReading();
				this.onChange();
			});
		}
	}

	private nextPart(excludedPart?: HistoryPart<T>): HistoryPart<T> | undefined {
		const { queue } = this.reader;
		const { wanted = Infinity } = this.walk;
		return partToRead(
			queue,
			(wanted - this.givenEntries) / Math.max(1, queue.pageSize),
			excludedPart,
		);
	}

	/** The place of the item for one request in flight, and a spare one of the run for each other. */
	private acquireSlot(): (() => void) | undefined {
		if (!this.isItemSlotFree) return this.walk.run.tryAcquireSlot();
		this.isItemSlotFree = false;
		return () => {
			this.isItemSlotFree = true;
		};
	}
}
