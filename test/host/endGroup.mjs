/**
 * Ends a process that was started as the leader of its own group, and everything that it started.
 * @param {number | undefined} leader its process id
 */
export function endGroup(leader) {
	if (!leader) return;
	try {
		process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
	} catch {
		// nothing is left of the group
	}
}
