import { anomalyText } from './lines';
import { fitting, productLines, slackEscaped, slackFacts } from './slackText';
import type { SpendReport } from './spendReport';
import { currencyWords } from './words';

/** Limits of Slack's Block Kit; one block is left free for the link that n8n can add. */
const MOST_BLOCKS = 49;
const LONGEST_HEADER = 150;
const MOST_FIELDS = 10;

interface TextObject {
	type: 'plain_text' | 'mrkdwn';
	text: string;
}

export type SlackBlock =
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
