import { writeFileSync } from 'node:fs';
import type { StackedBars } from '../../../../lib/billing/chart/stackedBars';
import { stackedBarsSvg } from '../../../../lib/billing/chart/stackedBarsSvg';

/** Draws the charts that the runner tells, each into the file of its name. */
function main(): void {
	const charts = JSON.parse(process.argv[2] ?? '{}') as Record<string, StackedBars>;
	for (const [file, chart] of Object.entries(charts)) {
		writeFileSync(file, `${stackedBarsSvg(chart)}\n`);
	}
	process.stdout.write('{}\n');
}

main();
