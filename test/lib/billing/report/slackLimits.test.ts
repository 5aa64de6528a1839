import { KNOWN_CURRENCIES } from '../../../../lib/billing/amount';
import { usageChargeOf } from '../../../../lib/billing/usageEntry';
import { slackBlocks, slackText } from '../../../../lib/billing/report/slack';
import { spendReport, type SpendReport } from '../../../../lib/billing/report/spendReport';
import { createIntervalNamer } from '../../../../lib/billing/intervals';
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
): SpendReport {
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
	return spendReport(
		{ current: tally, before: tally },
		{ label: 'Custom Period', periods, zone: 'America/Argentina/ComodRivadavia', top, groups },
	);
}

/** The texts of a block with the most characters that Slack takes in each. */
function textsOf(block: ReturnType<typeof slackBlocks>[number]): Array<[string, number]> {
	if (block.type === 'header') return [[block.text.text, 150]];
	if (block.type === 'context') return block.elements.map(({ text }) => [text, 3000]);
	if (block.type === 'divider') return [];
	const fields = (block.fields ?? []).map(({ text }): [string, number] => [text, 2000]);
	return [...(block.text ? [[block.text.text, 3000] as [string, number]] : []), ...fields];
}

const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const cases = Object.entries(HOSTILE).flatMap(([kind, nameOf]) =>
	[1, 10, 100].map((top) => [kind, top, nameOf] as const),
);

describe('a message for Slack about 300 products in all currencies', () => {
	it.each(cases)('names that are %s fit into Slack, the first %d listed', (_, top, nameOf) => {
		const made = report(nameOf, top);
		expect(made.currencies).toEqual(KNOWN_CURRENCIES);
		const blocks = slackBlocks(made, 'span');
		// The block that n8n adds for its link has to fit too.
		expect(blocks.length).toBeLessThan(50);
		expect(blocks.filter(({ type }) => type === 'section')).toHaveLength(
			2 * KNOWN_CURRENCIES.length,
		);
		expect(JSON.stringify(blocks).length).toBeLessThan(10_000);
		const text = slackText(made, 'span');
		const texts = [...blocks.flatMap(textsOf), [text, 3000] as [string, number]];
		for (const [one, most] of texts) {
			expect(one.length).toBeGreaterThan(0);
			expect(one.length).toBeLessThanOrEqual(most);
			expect(one).not.toMatch(halfCharacter);
			expect(one.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
		}
		for (const block of blocks) {
			if (block.type !== 'section') continue;
			expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10);
			for (const line of block.text?.text.split('\n') ?? []) {
				expect(line).toMatch(/^(?:\*[^*]+\*|• `[^`]+` \S.*|• \d+ others \S.*|… \d+ more)$/);
			}
		}
	});
});

/** Slack has refused messages near 13,000 characters; n8n adds its link. */
const LARGEST = 12_500;

describe('a message for Slack in more currencies than it has room for', () => {
	const many = Array.from({ length: 40 }, (_, at) => `${at} ${'credits & more '.repeat(20)}`);

	it.each(Object.entries(HOSTILE))(
		'names what is left out, and is one that Slack takes: %s',
		(_, nameOf) => {
			const made = report(nameOf, 100, many, 40);
			const message = { text: slackText(made, 'span'), blocks: slackBlocks(made, 'span') };
			expect(JSON.stringify(message).length).toBeLessThan(LARGEST);
			expect(JSON.stringify(message.blocks)).toMatch(/Not shown here\*: \d+/);
			expect(message.text).toMatch(/… \d+ more$/);
		},
	);
});
