import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { readWholeBody, type Answer } from '../../lib/core/answer';
import { decodeBody } from '../../lib/core/decodeBody';
import { readParameter } from '../../lib/fields/readParameter';
import type { Page } from '../../lib/billing/pages/cursorPages';
import { withoutFormulas } from '../../lib/billing/csv';
import { readExactHistoryPage, type UsageEntry } from '../../lib/billing/usageEntry';
import { FOCUS_HEADER, focusCsvLine, focusRow, type FocusParties } from '../../lib/billing/focus';
import { readCostLabels } from './fields/costLabelsField';
import { storeHistoryFile, type StoredHistory } from './historyFile';
import type { HistorySource } from './walkCharges';

interface FocusPage {
	entries: UsageEntry[];
	body: unknown;
}

/** Whom the export is about; throws a ServiceFailure that names the field that is empty. */
export function readFocusParties(context: IExecuteSingleFunctions): FocusParties {
	const read = (name: string, label: string) =>
		String(readParameter(context, name, '', { label, kind: 'text', required: true })).trim();
	return {
		account: read('billingAccountId', 'Billing Account ID'),
		provider: read('providerName', 'Provider Name'),
	};
}

/** The entries of a walk as a FOCUS file (docs/focus.md). */
export async function storeFocusFile(
	context: IExecuteSingleFunctions,
	{ request, ...source }: HistorySource,
	fileName: string,
): Promise<StoredHistory> {
	const headers = { ...request.headers, Accept: 'application/json' };
	const streamed = { ...request, headers, encoding: 'stream' as const };
	const parties = readFocusParties(context);
	const labels = readCostLabels(context);
	const keepsFormulas = context.getNodeParameter('options.defuseFormulas', true) === false;
	return await storeHistoryFile(context, { ...source, request: streamed }, fileName, {
		read: readFocusPage,
		head: () => FOCUS_HEADER,
		rows: ({ content, skip, end }) =>
			content.entries.slice(skip, end).map((entry) => {
				const record = focusCsvLine(focusRow(entry, parties, labels));
				return keepsFormulas ? record : withoutFormulas(record);
			}),
	});
}

async function readFocusPage(answer: Answer): Promise<Page<FocusPage>> {
	const body = decodeBody(await readWholeBody(answer));
	const { content: entries, ...page } = readExactHistoryPage({ ...answer, body });
	return { ...page, content: { entries, body: answer.body } };
}
