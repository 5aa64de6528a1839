import { setTimeout as pause } from 'node:timers/promises';

/** Resolves once it has come about, however long that takes. */
export async function until(cameAbout: () => boolean): Promise<void> {
	while (!cameAbout()) await pause(5);
}
