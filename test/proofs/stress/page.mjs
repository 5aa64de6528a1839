/** @typedef {Record<string, any>} Json */

/** @param {number} value */
const number = (value) => value.toLocaleString('en');

/** @param {number} value */
const usd = (value) => `${value.toFixed(6)} USD`;

/** @type {[point: string, told: (measured: Json) => string | number][]} */
const rows = [
	['Rounds answered', ({ answered, rounds }) => `${answered.all} of ${rounds}`],
	['Of those with parallel tools', ({ answered }) => answered.tools],
	['Of those with reasoning and two turns of parallel tools', ({ answered }) => answered.reasoning],
	[
		'Stopped by an error; nothing was charged for an answer that was lost',
		({ failed }) => failed.free,
	],
	[
		'Stopped by an error that says that a lost answer may have been charged',
		({ failed }) => failed.told,
	],
	[
		'Stopped by an error that does not mention the charge for a lost answer',
		({ failed }) => failed.silent,
	],
	['Requests', ({ requests }) => number(requests)],
	['Requests turned away by the block after too many failures', ({ blocked }) => number(blocked)],
	['Charged', ({ cost }) => usd(cost.charged)],
	['Charged per answered round with parallel tools', ({ usdPerAnswer }) => usd(usdPerAnswer)],
	['Turns charged more than once', ({ chargedTwice }) => chargedTwice],
	[
		'Of those, turns about which the run data say nothing',
		({ chargedTwiceUnseen }) => chargedTwiceUnseen,
	],
	[
		'Tokens in the run data, of those that were charged',
		({ tokens }) => `${number(tokens.shown)} of ${number(tokens.charged)}`,
	],
	[
		'Cost in the run data, of what was charged',
		({ cost }) => (cost.shown === 0 ? '**none**' : `${usd(cost.shown)} of ${usd(cost.charged)}`),
	],
	[
		'Rounds canceled by the user while the model worked',
		({ stopped }) => `${stopped.canceled} of ${stopped.rounds}, in ${stopped.requests} requests`,
	],
	['Memory of the n8n process at most, over idle', ({ memory }) => `${memory.growthMb} MB`],
];

const columns = /** @type {const} */ (['own', 'ownRepeating', 'other']);

/** The rounds under faults as a table in Markdown. @param {Json} result */
export function stressSection(result) {
	const measured = columns.map((name) => result[name]);
	const [own, , other] = measured;
	const heads = [own.name, `${own.name}, *Repeat Lost Answers* 2`, other.name];
	const all = own.rounds + own.stopped.rounds;
	return [
		`${all} rounds of an AI Agent for each model, ${result.beside} at a time, in an n8n ${result.n8n} of its own, while ${100 * result.rate} % of the requests meet trouble: the same trouble for each model in the same turn and attempt. \`npm run stress\` plays them; the figures and all errors are in [ai-stress.json](../../test/proofs/results/ai-stress.json).`,
		'',
		`| | ${heads.join(' | ')} |`,
		'| --- | --- | --- | --- |',
		...rows.map(([point, told]) => `| ${point} | ${measured.map(told).join(' | ')} |`),
	].join('\n');
}

/** What became of the rounds, as a chart of shares. @param {Json} result */
export function stressChart(result) {
	const labels = { own: 'Inference', ownRepeating: 'Repeating', other: 'OpenAI' };
	return {
		title: 'Rounds of an agent under faults',
		subtitle: `${result.own.rounds} rounds each, one request in five in trouble; shares of each`,
		unit: '%',
		series: [
			'Answered',
			'Error, no lost answer charged',
			'Error that mentions the charge',
			'Error that hides the charge',
		],
		bars: columns.map((name) => {
			const { answered, failed, rounds } = result[name];
			const values = [answered.all, failed.free, failed.told, failed.silent];
			return { label: labels[name], values: values.map((value) => (100 * value) / rounds) };
		}),
	};
}
