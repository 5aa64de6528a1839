import type { IHttpRequestOptions } from 'n8n-workflow';

/** What ends a request, as n8n's HTTP client takes it. */
export type StopSignal = NonNullable<IHttpRequestOptions['abortSignal']>;

/** Ends one request, on its own or when the execution is stopped. */
export interface Stop {
	signal: AbortSignal;
	abort(): void;
	/** Forgets the execution, once the request is over. */
	release(): void;
}

/**
 * A signal for one request. To destroy a stream is not enough where it hangs: n8n's HTTP client hands out a generator, which ends with the next chunk.
 */
export function stopWith(execution: StopSignal | undefined): Stop {
	const own = new AbortController();
	const abort = () => own.abort();
	const release = () => execution?.removeEventListener?.('abort', abort);
	execution?.addEventListener?.('abort', abort);
	if (execution?.aborted) abort();
	return { signal: own.signal, abort, release };
}
