import type { RateClass } from './rateLimits';

/**
 * What one request asked and how it was answered. `path` has no `/api/v1`; `status` stays 0 while there is
 * no answer, and for good when a fault cut the socket before it. `body` has the JSON, or the text fields
 * of a form; a field that came several times is an array.
 */
export interface JournalEntry {
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string>;
	body: unknown;
	files: JournalFile[];
	rawBody?: string;
	status: number;
	at: number;
	/** The trouble that this request met, and whether it was served all the same. */
	fault?: { kind: string; processed: boolean };
	/** The request id of what it was charged, in the ledger. */
	charge?: string;
	/** The limit that it was counted against. */
	countedAs?: RateClass;
	/** It was turned away because of too many failures before it. */
	blocked?: boolean;
}

/** One file part of a form, in the order of arrival. */
export interface JournalFile {
	field: string;
	fileName: string;
	mimeType: string;
	/** How many bytes the file has. */
	bytes: number;
	/** The first 64 bytes, as base64. */
	head: string;
	sha256: string;
}

/** Every request in order of arrival, and how many were open at the same time. */
export class Journal {
	readonly entries: JournalEntry[] = [];
	readonly unexpected: string[] = [];
	maxInFlight = 0;
	private inFlight = 0;

	enter(): void {
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
	}

	leave(): void {
		this.inFlight -= 1;
	}

	clear(): void {
		this.entries.length = 0;
		this.unexpected.length = 0;
		this.maxInFlight = this.inFlight;
	}
}
