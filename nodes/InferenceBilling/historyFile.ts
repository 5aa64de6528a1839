import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { failureOf, ServiceFailure } from '../../lib/core/failure';
import { streamOf } from '../../lib/core/streams';
import { readSwitch } from '../../lib/fields/readParameter';
import { storeBinary } from '../../lib/files/outputFile';
import type { ReadPage } from '../../lib/billing/pages/cursorPages';
import { historyPages, type HistoryPageSlice } from '../../lib/billing/pages/historyPages';
import { BYTE_ORDER_MARK } from '../../lib/billing/csv';
import { BYTE_ORDER_MARK_LABEL } from './fields/byteOrderMark';
import type { HistorySource } from './walkCharges';

/** A page with the body that it was read from. */
interface PageWithBody {
	body: unknown;
}

interface CsvForm<T> {
	read: ReadPage<T>;
	head(first: T): string;
	/** The rows of the new entries of a page, each with its line end. Throws a ServiceFailure. */
	rows(page: HistoryPageSlice<T>, first: T): string[];
}

export interface StoredHistory {
	binary: IBinaryData;
	facts: IDataObject;
}

/** The pages of a walk as one CSV file, which is stored while they are read; few pages are in memory at a time. */
export async function storeHistoryFile<T extends PageWithBody>(
	context: IExecuteSingleFunctions,
	{ request, send, run, mostPages }: HistorySource,
	fileName: string,
	{ read, head, rows }: CsvForm<T>,
): Promise<StoredHistory> {
	const pages = historyPages({ first: request, send, run, read, mostPages });
	const { done, value: first } = await pages.next();
	if (done === true) throw new ServiceFailure('The service sent no page', { kind: 'malformed' });
	let entries = 0;
	let failure: ServiceFailure | undefined;
	function* rowsOfPage(page: HistoryPageSlice<T>): Generator<Buffer> {
		const own = rows(page, first.content);
		entries += own.length;
		if (own.length > 0) yield Buffer.from(own.join(''));
	}
	async function* fileChunks(): AsyncGenerator<Buffer> {
		try {
			yield Buffer.from(readByteOrderMark(context) + head(first.content));
			yield* rowsOfPage(first);
			for await (const page of pages) yield* rowsOfPage(page);
		} catch (error) {
			failure = failureOf(error, 'malformed');
			throw failure;
		}
	}
	const content = streamOf(fileChunks(), first.content.body);
	const { binary, facts } = await storeBinary(context, content, fileName, 'text/csv').catch(
		(error: unknown) => {
			// The store may wrap what stopped the stream; the cause itself is what the user must see.
			throw failure ?? error;
		},
	);
	return { binary, facts: { ...facts, entries } };
}

/** What a file starts with, where the user wants it for Excel. */
export function readByteOrderMark(context: IExecuteSingleFunctions): string {
	const isWanted = readSwitch(context, 'options.byteOrderMark', false, BYTE_ORDER_MARK_LABEL);
	return isWanted ? BYTE_ORDER_MARK : '';
}
