import { cut } from '../../core/cut';
import { oneLine } from './formatting';
import type { CurrencyStatement, Fact, Statement } from './statement';

/** Limits of Slack's Block Kit. */
const MAX_TEXT_LENGTH = 3000;
const MAX_HEADER_LENGTH = 150;
/** What a reader takes in at a glance; the page has the rest. */
const MAX_MODELS = 5;
const MAX_OTHER_CURRENCIES = 5;
const MAX_UNUSUAL = 3;

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

/** Text in which Slack finds no mark-up and makes no link (of an address, or a name with a dot before letters): `&`, `<` and `>` as it asks for, the others replaced by what looks the same. */
function slackEscaped(text: string): string {
	return text
		.replaceAll('://', ':∕∕')
		.replace(/\.(?=[a-z]{2})/gi, '․')
		.replace(MARK_UP_SIGNS, (sign) => HARMLESS_LOOKALIKES.get(sign) ?? '');
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

const bullets = (lines: string[], most: number) => [
	...lines.slice(0, most).map((line) => `• ${slackEscaped(line)}`),
	...(lines.length > most ? [`• … ${lines.length - most} more`] : []),
];

const titled = (title: string, lines: string[]) =>
	lines.length > 0 ? [`*${title}*`, ...lines] : [];

const factLine = (facts: Fact[]) =>
	facts.map(([name, value]) => `${slackEscaped(name)}: *${slackEscaped(value)}*`).join(' · ');

/** What happened and why: the total, what moved it, and how it stands against the budget. */
function summaryLines(
	{ total, currencies }: Statement,
	main: CurrencyStatement | undefined,
): string[] {
	if (main === undefined) return [];
	return [
		...(total === '' ? [] : [`*${slackEscaped(total)}*`]),
		...(currencies.length > 1 ? [`*In ${slackEscaped(main.name)}*`] : []),
		factLine(main.money),
		...main.budget.map(slackEscaped),
		...titled('What changed most', bullets(main.movers, main.movers.length)),
	];
}

/** What it was spent on, and what stands out. */
function detailLines(main: CurrencyStatement | undefined, others: CurrencyStatement[]): string[] {
	if (main === undefined) return [];
	const [first, small] = main.models ? [main.models, false] : [main.labels, true];
	const rows = first?.groups.flatMap((group) => group.rows).filter(({ isPart }) => !isPart) ?? [];
	const shareAt = (first?.heads.indexOf('Share') ?? 0) - 1;
	const lines = rows.map(({ name, cells }) => {
		const share = cells[shareAt] ?? '';
		return `${oneLine(name, 80)}: ${cells[0]} ${main.name}${share === '' ? '' : ` (${share})`}`;
	});
	return [
		...titled(
			`${small ? 'By cost label' : 'Spent on'}${others.length > 0 ? `, in ${slackEscaped(main.name)}` : ''}`,
			bullets(lines, MAX_MODELS),
		),
		...titled('Unusual days', bullets(main.unusual, MAX_UNUSUAL)),
		...titled(
			'Other currencies',
			bullets(
				others.map(({ money }) => money.map(([name, value]) => `${name}: ${value}`).join(' · ')),
				MAX_OTHER_CURRENCIES,
			),
		),
	];
}

function noteLines(
	{ spanWithZone, incomplete }: Statement,
	pageName: string | undefined,
): string[] {
	const more = pageName === undefined ? '' : `More in ${pageName}`;
	return [spanWithZone, incomplete, more].filter((note) => note !== '').map(slackEscaped);
}

export function slackText(statement: Statement, pageName?: string): string {
	const [main, ...others] = statement.currencies;
	return linesThatFit([
		`*${slackEscaped(statement.title)}*`,
		...summaryLines(statement, main),
		...detailLines(main, others),
		...noteLines(statement, pageName),
	]);
}

type TextObject = { type: 'plain_text' | 'mrkdwn'; text: string };

type SlackBlock =
	| { type: 'header'; text: TextObject }
	| { type: 'section'; text: TextObject }
	| { type: 'context'; elements: TextObject[] };

const mrkdwn = (text: string): TextObject => ({ type: 'mrkdwn', text });

/** The message as blocks of Slack's Block Kit: a header, what happened and why, what it was spent on, and the period. */
export function slackBlocks(statement: Statement, pageName?: string): SlackBlock[] {
	const [main, ...others] = statement.currencies;
	const title = cut(statement.title, MAX_HEADER_LENGTH).text;
	const sections = [summaryLines(statement, main), detailLines(main, others)];
	return [
		{ type: 'header', text: { type: 'plain_text', text: title } },
		...sections
			.filter((lines) => lines.length > 0)
			.map((lines) => ({ type: 'section', text: mrkdwn(linesThatFit(lines)) }) as const),
		{ type: 'context', elements: noteLines(statement, pageName).map(mrkdwn) },
	];
}
