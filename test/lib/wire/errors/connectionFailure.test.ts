import { connectionFailure } from '../../../../lib/wire/errors/connectionFailure';

const HOST = 'api.example.com';
const request = { url: '/chat', baseURL: `https://${HOST}/api/v1` };

/** An error of Node.js while it connects, as n8n hands it over. */
const connecting = (code: string, address: string) =>
	Object.assign(new Error('The connection failed'), {
		cause: Object.assign(new Error(`connect ${code} ${address}:443`), {
			...{ code, syscall: 'connect', address, port: 443 },
		}),
	});

const CODES = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ETIMEDOUT'];

describe.each(CODES)('%s while connecting', (code) => {
	it('was never charged, and names a firewall or route', () => {
		const { message, facts } = connectionFailure(
			connecting(code, '192.0.2.1'),
			request,
			undefined,
			true,
		);
		expect(message).toMatch(/^(No connection to|The connection to) api\.example\.com/);
		expect(facts).toMatchObject({ isUnsent: true, charge: 'none' });
		expect(facts.cure).toMatch(/firewall .* route/);
		expect(facts.cure).not.toMatch(/Raise Timeout/);
	});

	it('names NODEJS_PREFER_IPV4 where it went to an IPv6 address', () => {
		const { facts } = connectionFailure(connecting(code, '2001:db8::1'), request, undefined, true);
		expect(facts.cure).toMatch(/NODEJS_PREFER_IPV4=true/);
		expect(facts.charge).toBe('none');
	});

	it('does not where the Base URL is that address', () => {
		const own = { ...request, baseURL: 'https://[2001:db8::1]/api/v1' };
		const { facts } = connectionFailure(connecting(code, '2001:db8::1'), own, undefined, true);
		expect(facts.cure).not.toMatch(/NODEJS_PREFER_IPV4/);
	});
});

it.each([
	['https://localhost/v1', true],
	['https://127.0.0.1/v1', false],
])('a refused connection to %s names IPv6: %s', (baseURL, isNamed) => {
	const own = { ...request, baseURL };
	const { facts } = connectionFailure(
		connecting('ECONNREFUSED', '127.0.0.1'),
		own,
		undefined,
		true,
	);
	expect(facts.cure?.includes('write [::1] in place of localhost')).toBe(isNamed);
});

it('a line that broke while it was read may have been charged', () => {
	const error = Object.assign(new Error('read EHOSTUNREACH'), {
		...{ code: 'EHOSTUNREACH', syscall: 'read' },
	});
	const { facts } = connectionFailure(error, request, undefined, true);
	expect(facts).toMatchObject({ isUnsent: false, charge: 'possible' });
});
