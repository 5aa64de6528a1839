import { allParameters } from './parameters';
import { REGISTERED } from './registered';

const FILLED_IN = ['string', 'number', 'json', 'boolean', 'resourceLocator', 'dateTime'];
const TOOLS = REGISTERED.map(({ create }) => create().description).filter(
	({ usableAsTool }) => usableAsTool,
);

describe.each(TOOLS)('$displayName as a tool', ({ properties }) => {
	it('says of each parameter that an agent can fill in what belongs there', () => {
		const silent = allParameters(properties)
			.filter(({ property: { type } }) => FILLED_IN.includes(type))
			.filter(({ property: { description, hint } }) => !description && !hint)
			.map(({ path }) => path);
		expect(silent).toEqual([]);
	});
});
