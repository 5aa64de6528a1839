import { readFileSync } from 'node:fs';

const everyMs = 500;
const megabyte = 1024;

/** Resident memory of a process in MB. @param {number} pid */
export function residentMb(pid) {
	const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes) / megabyte;
}

/** Watches the resident memory of a process from now on. @param {number} pid */
export function watchMemory(pid) {
	const idle = residentMb(pid);
	let most = idle;
	const timer = setInterval(() => {
		most = Math.max(most, residentMb(pid));
	}, everyMs);
	return () => {
		clearInterval(timer);
		return {
			idleMb: Math.round(idle),
			mostMb: Math.round(most),
			growthMb: Math.round(most - idle),
		};
	};
}
