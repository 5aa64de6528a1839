/**
 * Whether more was charged after *Retry* than before it.
 * @param {{ charged: number, charges: number }} row
 */
export const paysAgain = ({ charged, charges }) => charges > charged;

/**
 * What pages read of a run.
 * @param {import('./measure.mjs').Stopped[]} rows
 * @param {import('./crash.mjs').Crashed[]} crashes
 */
export function summaryOf(rows, crashes) {
	const killed = crashes.filter(({ status }) => status === 'crashed');
	return {
		executions: rows.length,
		named: rows.filter(({ named }) => named).length,
		logged: rows.filter(({ logged }) => logged).length,
		takenUp: rows.filter(({ takenUp }) => takenUp).length,
		refused: rows.filter(({ retry }) => /charged/.test(retry)).length,
		paidAgain: rows.filter(paysAgain).length,
		killed: killed.length,
		killedAndPaidAgain: killed.filter(paysAgain).length,
	};
}
