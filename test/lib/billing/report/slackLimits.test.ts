import { KNOWN_CURRENCIES } from '../../../../lib/billing/amount';
import { usageChargeOf } from '../../../../lib/billing/usageEntry';
import { slackBlocks, slackText } from '../../../../lib/billing/report/slack';
import { spendReport } from '../../../../lib/billing/report/spendReport';
import { statementOf, type Statement } from '../../../../lib/billing/report/statement';
import { createIntervalNamer } from '../../../../lib/billing/period';
import { SpendTally } from '../../../../lib/billing/tally';

/** Names of 3,000 characters that each break in their own way where a text is cut or marked up. */
const HOSTILE = {
	'mark-up': (at: number) => `${at}*_~<@U1|x>&<!here>\`\n`.padEnd(3000, '<!channel>&'),
	'characters of two halves': (at: number) => `${'x'.repeat(at % 2)}`.padEnd(3000, '🧀'),
	'line breaks': (at: number) => `${at}`.padEnd(3000, '\r\n\t '),
	backticks: (at: number) => `${at}`.padEnd(3000, '`'),
	'one letter': (at: number) => `${at}`.padEnd(3000, 'W'),
};

const day = Date.parse('2026-01-02T00:00:00Z');
const span = { start: day, end: day + 86_400_000 };

function report(
	nameOf: (at: number) => string,
	top: number,
	currencies: readonly string[] = KNOWN_CURRENCIES,
	products = 300,
): Statement {
	const tally = new SpendTally(createIntervalNamer('UTC', 'day'));
	for (let at = 1; at <= products; at++) {
		for (const currency of currencies) {
			const amount = at % 10 === 0 ? at : -at * 1e12;
			const timestamp = '2026-01-02T00:00:00Z';
			const details = { requestId: `r${at}`, promptTokens: 1e15, completionTokens: 1e15 };
			const sku = `${nameOf(at)}`.slice(0, 2990) + String(at);
			tally.add(usageChargeOf({ timestamp, sku, amount, currency, inferenceDetails: details }));
		}
	}
	const groups = new Set(['product', 'day', 'hour']);
	const periods = { current: span, before: span };
	const zone = 'America/Argentina/ComodRivadavia';
	return statementOf(
		spendReport(
			{ current: tally, before: new SpendTally() },
			{ label: 'Custom Period '.repeat(30), periods, zone, top, groups },
		),
	);
}

/** The texts of a block with the most characters that Slack takes in each. */
function textsOf(block: ReturnType<typeof slackBlocks>[number]): Array<[string, number]> {
	if (block.type === 'header') return [[block.text.text, 150]];
	if (block.type === 'context') return block.elements.map(({ text }) => [text, 3000]);
	return [[block.text.text, 3000]];
}

const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const cases = Object.entries(HOSTILE).flatMap(([kind, nameOf]) =>
	[1, 10, 100].map((top) => [kind, top, nameOf] as const),
);

/** Slack has refused messages near 13,000 characters; n8n adds its link. */
const LARGEST = 12_500;

describe('a message for Slack about 300 products in all currencies', () => {
	it.each(cases)('names that are %s fit into Slack, the first %d listed', (_, top, nameOf) => {
		const made = report(nameOf, top);
		expect(made.currencies).toHaveLength(KNOWN_CURRENCIES.length);
		const blocks = slackBlocks(made, 'spend.html');
		// What moved first, then "more".
		expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'section', 'context']);
		const text = slackText(made, 'spend.html');
		const texts = [...blocks.flatMap(textsOf), [text, 3000] as [string, number]];
		for (const [one, most] of texts) {
			expect(one.length).toBeGreaterThan(0);
			expect(one.length).toBeLessThanOrEqual(most);
			expect(one).not.toMatch(halfCharacter);
			expect(one.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
		}
		const message = { text, blocks };
		expect(JSON.stringify(message).length).toBeLessThan(LARGEST);
	});
});
