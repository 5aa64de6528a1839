import net from 'node:net';
let connects = 0;
const orig = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: any, ...a: any[]) { connects++; return (orig as any).apply(this, a); } as any;
import { pacers } from '../../../../lib/wire/pacing/pacer';
import '../../faults/ownFolder';
import { serviceFromRunner } from '../serviceFromRunner';
import { bareDeclarative, ours, type Way } from '../ways';
async function main() {
	const target = { ...serviceFromRunner(), model: 'text-mini' };
	const only = process.env.ONLY_OURS === '1';
	const ways: Array<[string, Way]> = process.env.ONLY_BARE ? [['bare', bareDeclarative]] : only ? [['ours', ours]] : [['ours', ours], ['bare', bareDeclarative]];
	const times: Record<string, number[]> = { ours: [], bare: [] };
	const rounds = Number(process.env.ROUNDS ?? 5);
	for (let r = -1; r < rounds; r++) for (const [name, way] of r % 2 ? ways : [...ways].reverse()) {
		pacers.clear();
		const used = process.cpuUsage();
		const done = await way(target, 1000);
		const { user, system } = process.cpuUsage(used);
		if (done !== 1000) throw new Error(name + done);
		process.stderr.write(name + ' ' + connects + '\n'); connects = 0;
		if (r >= 0) times[name]?.push((user + system) / 1e6);
	}
	const med = (a: number[]) => [...a].sort((x, y) => x - y)[a.length >> 1] ?? 0;
	const ratios = (times.ours ?? []).map((x, i) => x / (times.bare?.[i] ?? NaN));
	process.stdout.write(JSON.stringify({ ours: med(times.ours ?? []), bare: med(times.bare ?? []), ratio: med(ratios), ratios }) + '\n');
	process.exit();
}
void main();
