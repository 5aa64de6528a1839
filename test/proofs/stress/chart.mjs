/** @typedef {Record<string, any>} Json */

const columns = /** @type {const} */ (['own', 'ownRepeating', 'other']);

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
