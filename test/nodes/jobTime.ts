import { clock } from '../../lib/core/clock';
import type { ServiceUnderTest } from './withService';

/** Lets the jobs of the local service go on while the node under test waits; call it once the waits are skipped. */
export function letJobsGoOn({ service }: ServiceUnderTest): void {
	const sleep = jest.mocked(clock.sleep);
	const skip = sleep.getMockImplementation();
	sleep.mockImplementation(async (ms) => {
		await skip?.(ms);
		service.advance(ms);
	});
}
