import { wireBody, wireName } from '../../../lib/wire/body';
import { checkedNamePrefix } from '../../../lib/wire/credential';

describe('namePrefix', () => {
	it.each([
		[undefined, 'service'],
		['', 'service'],
		['  ', 'service'],
		[7, 'service'],
		[' acme ', 'acme'],
		['acme_2-x', 'acme_2-x'],
	])('%j is %s', (given, prefix) => expect(checkedNamePrefix(given)).toBe(prefix));

	it.each(['Acme', 'ACME', '2acme', '_acme', 'ac me', 'acmé', 'acme.io', '-a'])(
		'refuses %j and shows it',
		(given) => expect(() => checkedNamePrefix(given)).toThrow(`but "${given}" was given`),
	);
});

describe('names', () => {
	it.each([
		['service_parameters', 'acme_parameters'],
		['include_service_system_prompt', 'include_acme_system_prompt'],
		['service', 'acme'],
		['customer_service', 'customer_acme'],
		['services', 'services'],
		['service-tier', 'service-tier'],
		['enable_web_search', 'enable_web_search'],
	])('%s becomes %s', (neutral, expected) => expect(wireName(neutral, 'acme')).toBe(expected));
});

describe('wireBody', () => {
	const body = {
		model: 'service_parameters',
		service_parameters: { include_service_system_prompt: false, character_slug: 'service_x' },
		metadata: { service_parameters: 'mine' },
		messages: [{ role: 'user', content: 'service_parameters', service_parameters: 1 }],
	};

	it('leaves a body of the neutral prefix alone', () => {
		expect(wireBody(body, 'service')).toBe(body);
	});

	it('renames its own keys only, never a value or what the user nested', () => {
		const before = structuredClone(body);
		expect(wireBody(body, 'acme')).toEqual({
			model: 'service_parameters',
			acme_parameters: { include_acme_system_prompt: false, character_slug: 'service_x' },
			metadata: { service_parameters: 'mine' },
			messages: [{ role: 'user', content: 'service_parameters', service_parameters: 1 }],
		});
		expect(body).toEqual(before);
	});
});
