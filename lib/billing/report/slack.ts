import { cut } from '../../core/cut';
import {
	anomalyText,
	factsOf,
	incompleteText,
	mainAmount,
	productName,
	shareText,
	type Fact,
} from './factTexts';
import type { CurrencySummary } from './outlook';
import { combinedSpendText } from './severalCurrencies';
import type { ProductRow } from './reportRows';
import type { SpendReport } from './spendReport';
import { readableCurrency, oneLine, readableMoney, readablePlaces } from './formatting';

const MAX_TEXT_LENGTH = 3000;
const MAX_NAME_LENGTH = 80;

/** Signs that format a text, each with one that looks the same and does nothing. */
const HARMLESS_LOOKALIKES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['*', '∗'],
	['~', '∼'],
	['`', 'ˋ'],
	['_', '＿'],
	[':', '∶'],
]);

/** What formats a text: `_` only beside a word, and a colon only before the name of an emoji. */
const MARK_UP_SIGNS = /[&<>*~`]|(?<![a-z0-9])_|_(?![a-z0-9])|:(?=[\w+'-]+:)/gi;

/** Without what Slack makes a link of, in code too: an address, and a name with a dot before letters. */
const withoutLinks = (text: string) =>
	text.replaceAll('://', ':∕∕').replace(/\.(?=[a-z]{2})/gi, '․');

/** Text in which Slack finds no mark-up: `&`, `<` and `>` as it asks for, what formats or links replaced by what looks the same. */
function slackEscaped(text: string): string {
	return withoutLinks(text).replace(MARK_UP_SIGNS, (sign) => HARMLESS_LOOKALIKES.get(sign) ?? '');
}

/** A text of the service as code, in which Slack formats and links nothing. */
function slackCode(text: string): string {
	return `\`${withoutLinks(text).replace(/[&<>`]/g, (sign) => HARMLESS_LOOKALIKES.get(sign) ?? '')}\``;
}

function slackFacts(currency: string, totals: CurrencySummary): Fact[] {
	const facts = factsOf(currency, totals, readablePlaces(mainAmount(totals)));
	return facts.map(([name, value]) => [name, slackEscaped(value)]);
}

function productLines(rows: ProductRow[]): string[] {
	return rows.map((row) => {
		const share = slackEscaped(shareText(row));
		const money = slackEscaped(readableMoney(row.exact.spend, row.currency));
		return `• ${slackProductName(row)} ${money}${share === '' ? '' : ` · ${share}`}`;
	});
}

/** The lines that fit into one text of Slack; the last one says how many did not. */
export function linesThatFit(lines: string[], longest = MAX_TEXT_LENGTH): string {
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

export function slackText(report: SpendReport, span: string): string {
	const { period, currencies, totals, byProduct = [] } = report;
	const lines = [`*Spend: ${slackEscaped(period.label)}*`, slackEscaped(span)];
	const incomplete = incompleteText(report);
	if (incomplete !== '') lines.push(incomplete);
	const together = combinedSpendText(report);
	if (together !== '') lines.push(slackEscaped(together));
	for (const currency of currencies) {
		const own = totals[currency];
		if (own === undefined) continue;
		const facts = slackFacts(currency, own).map(([name, value]) => `${name}: ${value}`);
		lines.push('', `*${slackEscaped(readableCurrency(currency))}*`, ...facts);
		lines.push(...productLines(byProduct.filter((row) => row.currency === currency)));
		const unusual = report.anomalies.filter((one) => one.currency === currency);
		lines.push(...unusual.map((one) => `Unusual: ${slackEscaped(anomalyText(one))}`));
	}
	return linesThatFit(lines);
}

/** A product's readable name; the one of the history as code, so that its signs are no mark-up. */
function slackProductName(row: ProductRow): string {
	const name = oneLine(productName(row), MAX_NAME_LENGTH) || '(no name)';
	if (row.product === null) return name;
	return row.name === row.product ? slackCode(name) : `${slackEscaped(name)}:`;
}

/** Limits of Slack's Block Kit; one block is left free for the link that n8n can add. */
const MAX_BLOCKS = 49;
const MAX_HEADER_LENGTH = 150;
const MAX_FIELDS = 10;
/** Header, period, and what is left out. */
const FRAME_BLOCKS = 3;
/** Characters of the blocks of all currencies as JSON: Slack has refused messages near 13,000, and the text goes with them. */
const MAX_BLOCKS_JSON_LENGTH = 8_000;
/** Characters of the list of currencies that it has no room for. */
const LONGEST_REST = 1_000;
/** Characters that a list of products has at least. */
const MIN_PRODUCT_LIST_LENGTH = 400;

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
	const { period, currencies, totals } = report;
	const title = `Spend: ${period.label}`;
	const header: SlackBlock = {
		type: 'header',
		text: { type: 'plain_text', text: cut(title, MAX_HEADER_LENGTH).text },
	};
	const share = Math.floor(MAX_BLOCKS_JSON_LENGTH / 2 / Math.max(1, currencies.length));
	const longest = Math.min(MAX_TEXT_LENGTH, Math.max(MIN_PRODUCT_LIST_LENGTH, share));
	const omittedCurrencies: string[] = [];
	const parts: SlackBlock[] = [];
	for (const currency of currencies) {
		const own = totals[currency];
		if (own === undefined) continue;
		const part = currencyBlocks(report, currency, own, longest);
		const all = [...parts, ...part];
		const isRoom =
			all.length <= MAX_BLOCKS - FRAME_BLOCKS && jsonLength(all) <= MAX_BLOCKS_JSON_LENGTH;
		if (isRoom || parts.length === 0) parts.push(...part);
		else omittedCurrencies.push(oneLine(readableCurrency(currency), MAX_NAME_LENGTH));
	}
	if (omittedCurrencies.length > 0)
		parts.push(
			textSection(
				linesThatFit(
					[`*Not shown here*: ${omittedCurrencies.length}`, ...omittedCurrencies.map(slackEscaped)],
					LONGEST_REST,
				),
			),
		);
	const incomplete = incompleteText(report);
	const together = slackEscaped(combinedSpendText(report));
	const notes = [slackEscaped(span), incomplete, together].filter((note) => note !== '');
	return [header, ...parts, { type: 'context', elements: notes.map(mrkdwn) }];
}

function currencyBlocks(
	{ byProduct = [], anomalies }: SpendReport,
	currency: string,
	totals: CurrencySummary,
	longest: number,
): SlackBlock[] {
	const fields = factsThatFit(slackFacts(currency, totals)).map(([name, value]) =>
		mrkdwn(`*${name}*\n${value}`),
	);
	const products = productLines(byProduct.filter((row) => row.currency === currency));
	const unusual = anomalies
		.filter((one) => one.currency === currency)
		.map((one) => `• ${slackEscaped(anomalyText(one))}`);
	const title = `*${slackEscaped(readableCurrency(currency))}*`;
	return [
		{ type: 'section', text: mrkdwn(title), fields },
		...(products.length > 0 ? [textSection(linesThatFit(products, longest))] : []),
		...(unusual.length > 0
			? [textSection(linesThatFit(['*Unusual days*', ...unusual], longest))]
			: []),
		{ type: 'divider' },
	];
}

/** The facts that fit into the fields of a section; the last one names those that do not. */
function factsThatFit(facts: Fact[]): Fact[] {
	if (facts.length <= MAX_FIELDS) return facts;
	const omittedNames = facts.slice(MAX_FIELDS - 1).map(([name]) => name);
	return [...facts.slice(0, MAX_FIELDS - 1), ['Not shown here', omittedNames.join(', ')]];
}

function textSection(text: string): SlackBlock {
	return { type: 'section', text: mrkdwn(text) };
}

function jsonLength(blocks: SlackBlock[]): number {
	return JSON.stringify(blocks).length;
}
