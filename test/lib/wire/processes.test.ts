import { processCountOf } from '../../../lib/wire/credential';

describe('processesOf', () => {
	it.each([
		[undefined, undefined],
		['', undefined],
		[0, undefined],
		[1, 1],
		['32', 32],
		[1000, 1000],
	])('the number of processes in %j is %j', (given, processes) => {
		expect(processCountOf(given)).toBe(processes);
	});

	it.each([[-1], [1.5], [1001], ['many'], [Number.NaN]])('refuses %j', (given) => {
		expect(() => processCountOf(given)).toThrow(
			/^Processes Sharing This Key must be a whole number from 0 to 1000, but .* was given$/,
		);
	});
});
