import { cut } from '../../text/cut';
import { factsOf, productName, shareText } from './lines';
import type { ProductRow } from './report';
import type { SpendReport } from './spendReport';
import { currencyWords, readableMoney } from './words';

/** Slack takes no more in one text. */
const LONGEST = 3000;
const LONGEST_NAME = 80;

/** Text in which Slack finds no mark-up: `&`, `<` and `>` are written as it asks for. */
export function slackEscaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The products of a currency, a line each, for Slack. */
export function productLines(rows: ProductRow[]): string[] {
	return rows.map((row) => {
		const share = shareText(row);
		const money = readableMoney(row.exact.spend, row.currency);
		return `• ${nameText(row)} ${money}${share === '' ? '' : ` · ${share}`}`;
	});
}

/** The lines that fit into one text of Slack; the last one says how many did not. */
export function fitting(lines: string[], longest = LONGEST): string {
	const text = lines.join('\n');
	if (text.length <= longest) return text;
	const kept: string[] = [];
	let length = 0;
	for (const line of lines) {
		length += line.length + 1;
		if (length > longest - 20) break;
		kept.push(line);
	}
	return [...kept, `… ${lines.length - kept.length} more`].join('\n');
}

/** The report as one message in Slack's mrkdwn. */
export function slackText(report: SpendReport, span: string): string {
	const { period, currencies, totals, byProduct = [] } = report;
	const lines = [`*Spend: ${slackEscaped(period.label)}*`, slackEscaped(span)];
	for (const currency of currencies) {
		const own = totals[currency];
		if (own === undefined) continue;
		const facts = factsOf(currency, own).map(([name, value]) => `${name}: ${slackEscaped(value)}`);
		lines.push('', `*${slackEscaped(currencyWords(currency))}*`, ...facts);
		lines.push(...productLines(byProduct.filter((row) => row.currency === currency)));
	}
	return fitting(lines);
}

/** A product's name as code, so that its signs are no mark-up. */
function nameText(row: ProductRow): string {
	const name = productName(row);
	if (row.product === null) return name;
	const short = name.length > LONGEST_NAME ? `${cut(name, LONGEST_NAME - 1).text}…` : name;
	return `\`${slackEscaped(short.replaceAll('`', 'ˋ').replace(/\s+/g, ' '))}\``;
}
