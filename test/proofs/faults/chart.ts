import type { StackedBars } from '../../../lib/billing/chart/stackedBars';
import type { FaultReport } from './account';
import type { LoadName } from './loads';

/** Short, so that all have room; reads that cost nothing stand together. */
const BARS: Array<[label: string, loads: LoadName[]]> = [
	['Chat', ['chat']],
	['Image', ['image']],
	['Speech', ['speech']],
	['Vectors', ['embeddings']],
	['Queue', ['queue']],
	['Retrieve', ['retrieve']],
	['RPC', ['rpc']],
	['Reads', ['models', 'history']],
];

const ENDS = ['answered', 'free', 'lost'] as const;

/** What became of the items of each load, as a chart of shares. */
export function outcomeChart({ items, byLoad }: FaultReport): StackedBars {
	return {
		title: 'What became of the items under faults',
		subtitle: `${items.toLocaleString('en')} items, one request in five in trouble; shares of each`,
		unit: '%',
		series: ['Answered', 'Error, not charged', 'Error, charged, and the error says so'],
		bars: BARS.map(([label, loads]) => {
			const counts = loads.flatMap((load) => byLoad[load] ?? []);
			const values = ENDS.map((end) => counts.reduce((sum, count) => sum + count[end], 0));
			const all = values.reduce((sum, value) => sum + value, 0);
			return { label, values: values.map((value) => (100 * value) / Math.max(1, all)) };
		}),
	};
}
