import type { IBinaryKeyData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { StackedBars } from '../../lib/chart/stackedBars';
import { stackedBarsPng } from '../../lib/chart/stackedBarsPng';
import { storedBinary } from '../../lib/files/outputFile';
import { htmlPage } from '../../lib/usage/report/htmlPage';
import type { SpendReport } from '../../lib/usage/report/spendReport';
import type { ReportSettings } from './reportSettings';

export interface ReportFiles {
	binary: IBinaryKeyData;
	/** Of each file: its field, its currency when it is a chart, name, type and size. */
	facts: IDataObject[];
}

/** The files that were asked for, in n8n's binary store: a chart for each currency, the first one in the field itself. */
export async function reportFiles(
	context: IExecuteSingleFunctions,
	{ chartField, htmlField }: Pick<ReportSettings, 'chartField' | 'htmlField'>,
	report: SpendReport,
	charts: Map<string, StackedBars>,
): Promise<ReportFiles> {
	const files: ReportFiles = { binary: {}, facts: [] };
	const stem = `spend-${report.period.start.slice(0, 10)}`;
	const add = async (field: string, bytes: Buffer, name: string, type: string, more = {}) => {
		const { binary, facts } = await storedBinary(context, bytes, name, type);
		files.binary[field] = binary;
		files.facts.push({ field, ...more, ...facts });
	};
	if (chartField !== undefined) {
		const words = fileWords([...charts.keys()]);
		for (const [currency, chart] of charts) {
			const word = words.get(currency) ?? '';
			const field = currency === report.currencies[0] ? chartField : `${chartField}_${word}`;
			const bytes = await stackedBarsPng(chart);
			await add(field, bytes, `${stem}-${word}.png`, 'image/png', { currency });
		}
	}
	if (htmlField !== undefined) {
		const page = Buffer.from(htmlPage(report, charts));
		await add(htmlField, page, `${stem}.html`, 'text/html');
	}
	return files;
}

/** Each currency as a part of a file name: whatever the service calls it, no path, and no two the same. */
function fileWords(currencies: string[]): Map<string, string> {
	const words = currencies.map((currency) => currency.replace(/[^\w-]/g, '_').slice(0, 40));
	return new Map(
		currencies.map((currency, index) => {
			const word = words[index] ?? '';
			return [currency, words.indexOf(word) < index ? `${word}_${index + 1}` : word];
		}),
	);
}
