import { pacerByAccount } from '../../../../lib/wire/pacing/pacer';
import '../../faults/ownFolder';
import { serviceFromRunner } from '../serviceFromRunner';
import { measured, type Measured, rotated, type Times } from '../statistics';
import { bareDeclarative, httpRequest, openAi, ours, undici, type Way } from '../ways';

const WAYS: Record<string, Way> = {
	ours,
	bareDeclarative,
	httpRequest: httpRequest(),
	openAi,
	undici,
};
const ROUNDS: Record<number, number> = { 1: 15, 100: 7, 1000: 5 };

export interface Overhead {
	items: number;
	/** By the clock on the wall. */
	elapsed: Measured;
	/** By the processor time of this process alone, the service's not counted. */
	processor: Measured;
}

/** What an item costs each way, side by side: the ways take turns in every round, so that a slow moment meets all of them. */
async function main(): Promise<void> {
	const target = { ...serviceFromRunner(), model: 'text-mini' };
	const report: Overhead[] = [];
	for (const [count, rounds] of Object.entries(ROUNDS)) {
		const items = Number(count);
		const elapsed: Times = {};
		const processor: Times = {};
		for (let round = -1; round < rounds; round++) {
			for (const [name, way] of rotated(Object.entries(WAYS), round)) {
				pacerByAccount.clear();
				const start = performance.now();
				const used = process.cpuUsage();
				const done = await way(target, items);
				const { user, system } = process.cpuUsage(used);
				if (done !== items) throw new Error(`${name} answered ${done} of ${items}`);
				if (round < 0) continue;
				(elapsed[name] ??= []).push((performance.now() - start) / items);
				(processor[name] ??= []).push((user + system) / 1000 / items);
			}
		}
		report.push({ items, elapsed: measured(elapsed), processor: measured(processor) });
	}
	process.stdout.write(`${JSON.stringify(report)}\n`);
	process.exit();
}

void main();
