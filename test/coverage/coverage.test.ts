import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withService } from '../nodes/withService';
import { type Covered, coveredBy, OFFERED } from './covered';
import { type Sighting, takeRun } from './fullRun';
import { gapsOf } from './gaps';
import { coveragePage } from './page';
import { panelOperations } from './panel';
import { rowsOf } from './rows';
import { wrongBuckets } from './buckets';
import { HISTORY_FROM } from './runs/account';
import { FULL_RUNS } from './runs/all';

const world = withService({
	history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 },
	strictAccept: true,
	// The page names fields as the specification does.
	namePrefix: 'service',
});
const folder = join(__dirname, '..', '..', '.host');
const sightings: Sighting[] = [];

describe.each(FULL_RUNS.map((entry) => ({ name: entry.node.description.displayName, ...entry })))(
	'$name',
	({ node, runs }) => {
		const operations = panelOperations(node);
		const named = runs.map((run) => ({
			...run,
			title: operations.find(
				({ value, resource }) => value === run.operation && resource === run.resource,
			)?.name,
		}));

		it.each(named)('$title: $name', async (run) => {
			const sighting = await takeRun(world, node, run);
			sightings.push(sighting);
			expect(sighting.name).toBe(run.name);
		});
	},
);

describe('every operation and every field', () => {
	let covered: Covered[] = [];
	beforeAll(() => {
		covered = coveredBy(sightings);
	});

	it('has a parameter, and each parameter was seen on the wire', () => {
		expect(gapsOf(covered)).toEqual([]);
	});

	it('is paced together with what the service counts together', () => {
		expect(wrongBuckets(covered)).toEqual([]);
	});

	it('has a full row', () => {
		const rows = covered.flatMap(rowsOf);
		const empty = rows.filter(({ parameters, tests }) => !parameters.length || !tests.length);
		expect(empty.map(({ operation, field }) => `${operation}: ${field}`)).toEqual([]);
	});

	afterAll(() => {
		const nodes = [...new Set(OFFERED.map(({ node }) => node))];
		const rows = nodes.map((node) => {
			const own = covered.filter(({ operation }) => operation.node === node);
			return [node, own.flatMap(rowsOf)] as const;
		});
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'coverage.md'), coveragePage(new Map(rows)));
	});
});
