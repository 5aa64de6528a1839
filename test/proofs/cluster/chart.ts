import type { StackedBars } from '../../../lib/billing/chart/stackedBars';
import { STRANGER, type Row } from './cells';

const PROCESSES = [2, 4, 8, 16, 32];

/** The refused calls of all scenarios by the number of processes, as a chart. */
export function refusedChart(rows: Row[], seeds: number): StackedBars {
	const refused = (processes: number, stated: boolean, beside: boolean) =>
		rows
			.filter(
				(row) =>
					row.group === 'many' &&
					row.processes === processes &&
					(row.stated !== undefined) === stated,
			)
			.filter(({ kind }) => (kind === STRANGER) === beside)
			.reduce((sum, row) => sum + row.refused.median, 0);
	return {
		title: 'Refused calls of processes that share a key',
		subtitle: `Of 31,200, their number estimated or set; ${seeds === 1 ? 'one seed' : `median of ${seeds} seeds`}`,
		unit: 'calls',
		series: ['These processes alone', 'Beside a caller that ignores the limit'],
		bars: PROCESSES.flatMap((processes) =>
			[false, true].map((stated) => ({
				label: `${processes} ${stated ? 'set' : 'est.'}`,
				values: [false, true].map((beside) => refused(processes, stated, beside)),
			})),
		),
	};
}
