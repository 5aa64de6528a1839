/** @typedef {Record<string, any>} Json */

/** @param {boolean} held */
const yes = (held) => (held ? 'yes' : '**no**');

/** What the run data say beside what the service counted. @param {Json} point */
function usage({ usage: shown, billed }) {
	const tokens =
		shown.tokens === billed.tokens
			? `${shown.tokens} tokens, as the service counted`
			: `${shown.tokens} tokens, where the service counted ${billed.tokens}`;
	return shown.estimated ? `${tokens}; an estimate` : tokens;
}

/** @param {Json} point */
function cost({ usage: shown, billed }) {
	const exact = Math.abs(shown.cost - billed.cost) < 1e-12;
	if (shown.cost === 0) return '**none**';
	return exact ? `${usd(billed.cost)}, as charged` : `${usd(shown.cost)} of ${usd(billed.cost)}`;
}

/** @param {number} value */
const usd = (value) => `${Number(value.toPrecision(6))} USD`;

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @type {[point: string, told: (measured: Json) => string][]} */
const rows = [
	['A single tool call is made and its answer used', ({ toolCalls }) => yes(toolCalls.single)],
	['Two tool calls side by side', ({ toolCalls }) => yes(toolCalls.parallel)],
	[
		'Two tool calls side by side, streamed to the chat',
		({ streamed }) => `${yes(streamed.answered)}, in ${streamed.requests} requests`,
	],
	...Object.entries({
		'in each turn': 'Calls numbered from 0 in each turn',
		'in each answer': 'Calls numbered from 0 in each answer',
		'not at all': 'Calls without an ID',
		'at random': 'Calls with random IDs',
	}).map(
		/** @returns {[string, (measured: Json) => string]} */
		([way, label]) => [
			`${label}: conversations in which each call is run and heard once`,
			({ callIds: { [way]: found } }) =>
				`${found.right} of ${found.conversations}; ${found.requests} requests${found.requests === found.fewest ? ', the fewest possible' : ` instead of ${found.fewest}`}`,
		],
	),
	['Usage in the run data', ({ toolCalls }) => usage(toolCalls)],
	['Usage in the run data, streamed', ({ streamed }) => usage(streamed)],
	['Cost in the run data', ({ toolCalls }) => cost(toolCalls)],
	['Cost in the run data, streamed', ({ streamed }) => cost(streamed)],
	[
		'50 items at once; the service turns away the first 10 requests (429)',
		({ fiftyItems: f }) =>
			`${f.answered} answered, ${f.failed} failed; ${f.requests} requests in ${f.seconds} s`,
	],
	[
		'Stopped by the user while the model thinks',
		({ cancelled: c }) =>
			`ended as ${c.status} after ${c.seconds} s, sent again ${c.repeated} times`,
	],
	[
		'Parameters of the service itself',
		({ parameters: p }) =>
			p.own.length === 0
				? `**none** by name${p.options.includes('Extra Body') ? '; JSON can be written into Extra Body' : ''}`
				: `${p.own.length}: ${p.own.join(', ')}`,
	],
	['Other options', ({ parameters: p }) => `${p.options.length}`],
	[
		'What a user reads when a value is refused',
		({ refused: r }) => `“${r.message}” / “${r.description}”`,
	],
];

/** The comparison as a table in Markdown. @param {Json} table */
export function aiSection({ n8n, own, other }) {
	return [
		`Both models ran under the same agent, in one n8n ${n8n}, against the same local service, with the same prompts and their defaults. OpenAI Chat Model had the service's address as its Base URL. \`npm run ai-table\` writes the table; the figures are in [ai-table.json](../../test/proofs/results/ai-table.json). The conversations with numbered calls have two turns each, under AI Agent 1.7, 2.2, 3 and 3.1, without a memory, with a simple one and with one in PostgreSQL, and with one or two calls at once.`,
		'',
		`| | ${own.name} | ${other.name} |`,
		'|---|---|---|',
		...rows.map(([point, told]) => `| ${point} | ${cell(told(own))} | ${cell(told(other))} |`),
	].join('\n');
}
