import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { wholeBody, type Answer } from '../../lib/base/answer';
import { decodeBody } from '../../lib/base/decodeBody';
import { failureOf, ServiceFailure } from '../../lib/base/failure';
import { streamOf } from '../../lib/base/streams';
import { readParameter } from '../../lib/fields/readParameter';
import { fileNameOf, outputField, storedBinary } from '../../lib/files/outputFile';
import type { Run, Send } from '../../lib/http/send';
import type { Page } from '../../lib/pages/cursorPages';
import { historyPages } from '../../lib/pages/historyPages';
import type { HistoryPage } from '../../lib/pages/historyReader';
import type { CostLabels } from '../../lib/usage/costLabels';
import { withoutFormulas } from '../../lib/usage/csv';
import { exactHistoryPage, type UsageEntry } from '../../lib/usage/entry';
import { FOCUS_HEADER, focusRecord, focusRow, type FocusParties } from '../../lib/usage/focus';
import { readCostLabels } from './fields/costLabels';
import type { HistorySource } from './walkCharges';

interface FocusPage {
	entries: UsageEntry[];
	/** The body that the page was read from. */
	body: unknown;
}

/** Whom the export is about; throws a ServiceFailure that names the field that is empty. */
export function focusParties(context: IExecuteSingleFunctions): FocusParties {
	const read = (name: string, label: string) =>
		String(readParameter(context, name, '', { label, kind: 'text', required: true })).trim();
	return {
		account: read('billingAccountId', 'Billing Account ID'),
		provider: read('providerName', 'Provider Name'),
	};
}

/** The history as one FOCUS file (docs/focus.md). */
export async function focusFile(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
): Promise<INodeExecutionData> {
	const given = context.getNodeParameter('options.fileName', '');
	const fileName = fileNameOf(given, 'focus-cost-and-usage', 'csv');
	const { binary, facts } = await focusBinary(context, { options, send, run }, fileName);
	return { json: facts, binary: { [outputField(context)]: binary } };
}

/** The entries of a walk, put into n8n's store as a FOCUS file; few pages are in memory at a time. */
export async function focusBinary(
	context: IExecuteSingleFunctions,
	{ options, send, run }: HistorySource,
	fileName: string,
): Promise<{ binary: IBinaryData; facts: IDataObject }> {
	const headers = { ...options.headers, Accept: 'application/json' };
	const request = { ...options, headers, encoding: 'stream' as const };
	const pages = historyPages({ first: request, send, run, read: readPage });
	const first = await pages.next();
	if (first.done === true)
		throw new ServiceFailure('The service sent no page', { kind: 'malformed' });
	const rows = new FocusRows(context, first.value, pages);
	const content = streamOf(rows.bytes(), first.value.content.body);
	const { binary, facts } = await storedBinary(context, content, fileName, 'text/csv').catch(
		(error: unknown) => {
			// The store may wrap what stopped the stream; the cause itself is what the user must see.
			throw rows.failure ?? error;
		},
	);
	return { binary, facts: { ...facts, entries: rows.entries } };
}

async function readPage(answer: Answer): Promise<Page<FocusPage>> {
	const body = decodeBody(await wholeBody(answer));
	const { content: entries, ...page } = exactHistoryPage({ ...answer, body });
	return { ...page, content: { entries, body: answer.body } };
}

/** The rows of the file, made while the pages are read. */
class FocusRows {
	/** How many entries were read. */
	entries = 0;

	/** What the reading stopped with. */
	failure: ServiceFailure | undefined;

	private readonly parties: FocusParties;

	private readonly labels: CostLabels;

	private readonly asItIs: boolean;

	constructor(
		context: IExecuteSingleFunctions,
		private readonly first: HistoryPage<FocusPage>,
		private readonly others: AsyncIterable<HistoryPage<FocusPage>>,
	) {
		this.parties = focusParties(context);
		this.labels = readCostLabels(context);
		this.asItIs = context.getNodeParameter('options.defuseFormulas', true) === false;
	}

	async *bytes(): AsyncGenerator<Buffer> {
		try {
			yield Buffer.from(FOCUS_HEADER);
			yield* this.rowsOf(this.first);
			for await (const page of this.others) yield* this.rowsOf(page);
		} catch (error) {
			this.failure = failureOf(error, 'malformed');
			throw this.failure;
		}
	}

	private *rowsOf({ content, skip, end }: HistoryPage<FocusPage>): Generator<Buffer> {
		const records = content.entries.slice(skip, end).map((entry) => {
			const record = focusRecord(focusRow(entry, this.parties, this.labels));
			return this.asItIs ? record : withoutFormulas(record);
		});
		this.entries += records.length;
		if (records.length > 0) yield Buffer.from(records.join(''));
	}
}
