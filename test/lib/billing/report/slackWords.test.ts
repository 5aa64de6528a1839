import { slackBlocks, slackText } from '../../../../lib/billing/report/slack';
import { madePage } from './page';

const HOSTILE = [
	'<!channel>',
	'<@U123>',
	'<https://evil.example|Pay here>',
	'https://evil.example/pay',
	'www.evil.example and mail@evil.example',
	'constructor',
	'toString',
	'__proto__',
	'*bold* ~gone~ `code`',
	'_team_ :rotating_light:',
	':+1::tada: __init__ a_b_c',
	'USD\n*Spend: 0.00 USD*',
	'W'.repeat(50_000),
	'🧀'.repeat(1000),
	' \n ',
];

/** The report of one entry in a currency, as text and as blocks. */
function message(
	currency: string,
	amount: unknown = -1,
	sku = 'a',
): { text: string; texts: string[] } {
	const entry = { amount, currency, sku, units: 1, timestamp: '2026-10-25T10:00:00Z' };
	const { statement } = madePage({ entries: [entry], zone: 'UTC', now: '2026-10-26T06:00:00Z' });
	const text = slackText(statement);
	const texts: string[] = [];
	JSON.stringify(slackBlocks(statement), (key, value: unknown) => {
		if (key === 'text' && typeof value === 'string') texts.push(value);
		return value;
	});
	return { text, texts };
}

describe.each(HOSTILE)('a currency called %.60j', (currency) => {
	const { text, texts } = message(currency);

	it('cannot call, link, format or add a line', () => {
		for (const one of [text, ...texts]) {
			expect(one.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&]|:\/\/|\.[a-z]{2}/i);
			expect(one).not.toMatch(/(?<!\w)_|_(?!\w)|:[\w+'-]+:/);
			for (const line of one.split('\n')) {
				expect(line).toMatch(/^(?:\*[^*~`]+\*|(?:[^*~`]+: \*[^*~`]+\*(?: · )?)+|[^*~`]*)$/);
			}
		}
		expect(text.split('\n')).toHaveLength(message('USD').text.split('\n').length);
	});

	it('keeps within the limits of Slack, without half a character', () => {
		expect(text.length).toBeLessThanOrEqual(3000);
		for (const one of [text, ...texts]) {
			expect(one.length).toBeLessThanOrEqual(2000);
			expect(one).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		}
	});
});

it.each(['https://evil.example/pay', 'www.evil.example', 'gpt-4.1 evil.example'])(
	'makes no link of a product called %s',
	(sku) => {
		const { texts } = message('USD', -1, sku);
		expect(texts.join()).toContain('evil');
		expect(texts.join()).not.toMatch(/:\/\/|\.[a-z]{2}/i);
	},
);

it('shows an unknown currency by its name', () => {
	expect(message('constructor').text).toContain('Spend: *1.0000 constructor*');
	expect(message('<!channel>').text).toContain('Spend: *1.0000 &lt;!channel&gt;*');
	expect(message('BUNDLED_CREDITS').text).toContain('Spend: *1.0000 bundled credits*');
});

it('keeps within the limits of Slack for the largest and the smallest amounts', () => {
	for (const amount of [-1.7e308, -5e-324, 1.7e308]) {
		for (const one of message('USD', amount).texts) expect(one.length).toBeLessThanOrEqual(2000);
	}
});

it('leaves names as they are where nothing formats them', () => {
	expect(message('BIG_CREDITS').text).toContain('BIG_CREDITS');
});

it('says how many currencies it leaves out', () => {
	const entries = Array.from({ length: 40 }, (_, at) => ({
		...{ amount: -1, currency: `CREDIT${String(at)}`, sku: 'a'.repeat(60), units: 1 },
		timestamp: '2026-10-25T10:00:00Z',
	}));
	const { statement } = madePage({ entries, zone: 'UTC', now: '2026-10-26T06:00:00Z' });
	expect(slackText(statement)).toContain('*Other currencies*\n• Spend: ');
	expect(slackText(statement)).toContain('\n• … 34 more\n');
});

it('one line sums the currencies that the service names a rate for', () => {
	const entry = (amount: number, currency: string, timestamp = '2026-10-25T10:00:00Z') => ({
		...{ amount, currency, sku: 'a', units: 1, timestamp },
	});
	const page = (...entries: Array<ReturnType<typeof entry>>) =>
		slackText(madePage({ entries, zone: 'UTC', now: '2026-10-26T06:00:00Z' }).statement);
	expect(page(entry(-1, 'USD'), entry(-2.5, 'DIEM'))).toContain(
		'\n*Total: 3.5000 USD. 1 DIEM counts as 1 USD.*\n*In USD*\n',
	);
	expect(page(entry(-1, 'USD'), entry(-2.5, 'DIEM'), entry(-4, 'BUNDLED_CREDITS'))).toContain(
		'*Total: 3.5000 USD. 1 DIEM counts as 1 USD; bundled credits not included.*\n',
	);
	const before = '2026-10-24T10:00:00Z';
	expect(
		page(entry(-1, 'USD', before), entry(-1, 'DIEM', before), entry(-1, 'USD'), entry(-2, 'DIEM')),
	).toContain(
		'*Total: 3.0000 USD, previous period 2.0000 USD (+50.0%). 1 DIEM counts as 1 USD.*\n',
	);
	for (const alone of ['USD', 'DIEM', 'BUNDLED_CREDITS'])
		expect(page(entry(-1, alone))).not.toContain('Total');
});
