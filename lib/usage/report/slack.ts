import { anomalyText, factsOf, mainAmount, productName, shareText, type Fact } from './lines';
import type { Standing } from './outlook';
import type { ProductRow } from './report';
import type { SpendReport } from './spendReport';
import { currencyWords, oneLine, readableMoney, readablePlaces } from './words';

/** Slack takes no more in one text. */
const LONGEST = 3000;
const LONGEST_NAME = 80;

/** Signs that format a text or make a link of it, each with one that looks the same and does nothing. */
const HARMLESS = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['*', '∗'],
	['~', '∼'],
	['`', 'ˋ'],
	['://', ':∕∕'],
	['.', '․'],
]);

/** What Slack makes a link of, in code too: an address, and a name with a dot before letters. */
const LINK = /:\/\/|\.(?=[a-z]{2})/gi;

const unlinked = (text: string) => text.replace(LINK, (sign) => HARMLESS.get(sign) ?? '');

/** Text in which Slack finds no mark-up: `&`, `<` and `>` as it asks for, what formats or links replaced by what looks the same. */
function slackEscaped(text: string): string {
	return unlinked(text).replace(/[&<>*~`]/g, (sign) => HARMLESS.get(sign) ?? '');
}

/** A text of the service as code, in which Slack formats and links nothing. */
function slackCode(text: string): string {
	return `\`${unlinked(text).replace(/[&<>`]/g, (sign) => HARMLESS.get(sign) ?? '')}\``;
}

/** What is known of a currency, the values safe in mrkdwn. */
function slackFacts(currency: string, totals: Standing): Fact[] {
	const facts = factsOf(currency, totals, readablePlaces(mainAmount(totals)));
	return facts.map(([name, value]) => [name, slackEscaped(value)]);
}

/** The products of a currency, a line each, for Slack. */
function productLines(rows: ProductRow[]): string[] {
	return rows.map((row) => {
		const share = shareText(row);
		const money = slackEscaped(readableMoney(row.exact.spend, row.currency));
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
		const facts = slackFacts(currency, own).map(([name, value]) => `${name}: ${value}`);
		lines.push('', `*${slackEscaped(currencyWords(currency))}*`, ...facts);
		lines.push(...productLines(byProduct.filter((row) => row.currency === currency)));
		const unusual = report.anomalies.filter((one) => one.currency === currency);
		lines.push(...unusual.map((one) => `Unusual: ${slackEscaped(anomalyText(one))}`));
	}
	return fitting(lines);
}

/** A product's name as code, so that its signs are no mark-up. */
function nameText(row: ProductRow): string {
	const name = productName(row);
	return row.product === null ? name : slackCode(oneLine(name, LONGEST_NAME) || '(no name)');
}

/** Limits of Slack's Block Kit; one block is left free for the link that n8n can add. */
const MOST_BLOCKS = 49;
const LONGEST_HEADER = 150;
const MOST_FIELDS = 10;

interface TextObject {
	type: 'plain_text' | 'mrkdwn';
	text: string;
}

type SlackBlock =
	| { type: 'header'; text: TextObject }
	| { type: 'section'; text?: TextObject; fields?: TextObject[] }
	| { type: 'divider' }
	| { type: 'context'; elements: TextObject[] };

const mrkdwn = (text: string): TextObject => ({ type: 'mrkdwn', text });

/** The report as blocks of Slack's Block Kit: a header, for each currency its figures and products, and the period at the end. */
export function slackBlocks(report: SpendReport, span: string): SlackBlock[] {
	const { period, currencies, totals, byProduct = [] } = report;
	const title = `Spend: ${period.label}`;
	const header: SlackBlock = {
		type: 'header',
		text: { type: 'plain_text', text: title.slice(0, LONGEST_HEADER) },
	};
	const parts = currencies.flatMap((currency): SlackBlock[] => {
		const own = totals[currency];
		if (own === undefined) return [];
		const fields = slackFacts(currency, own)
			.slice(0, MOST_FIELDS)
			.map(([name, value]) => mrkdwn(`*${name}*\n${value}`));
		const products = productLines(byProduct.filter((row) => row.currency === currency));
		const lines = report.anomalies
			.filter((one) => one.currency === currency)
			.map((one) => `• ${slackEscaped(anomalyText(one))}`);
		const unusual: SlackBlock[] =
			lines.length > 0
				? [{ type: 'section', text: mrkdwn(fitting(['*Unusual days*', ...lines])) }]
				: [];
		return [
			{ type: 'section', text: mrkdwn(`*${slackEscaped(currencyWords(currency))}*`), fields },
			...(products.length > 0
				? [{ type: 'section' as const, text: mrkdwn(fitting(products)) }]
				: []),
			...unusual,
			{ type: 'divider' },
		];
	});
	const context: SlackBlock = { type: 'context', elements: [mrkdwn(slackEscaped(span))] };
	return [header, ...parts.slice(0, MOST_BLOCKS - 2), context];
}
