import {
	isPrivateHostName,
	isPublicAddress,
	ipAddressOf,
} from '../../../lib/files/fetchWithoutCredential';

describe('isPublicAddress', () => {
	it.each([
		'93.184.215.14',
		'1.1.1.1',
		'100.63.255.255',
		'172.32.0.1',
		'2606:4700:4700::1111',
		'::ffff:1.1.1.1',
		'64:ff9b::101:101',
	])('takes %s', (address) => expect(isPublicAddress(address)).toBe(true));

	it.each([
		['this machine', '127.0.0.1'],
		['this machine', '127.255.0.9'],
		['this machine', '0.0.0.0'],
		['this machine', '::1'],
		['this machine', '::'],
		['a private network', '10.0.0.1'],
		['a private network', '172.16.0.1'],
		['a private network', '172.31.255.255'],
		['a private network', '192.168.1.1'],
		['a private network', 'fc00::1'],
		['a private network', 'fd12:3456::1'],
		['a carrier', '100.64.0.1'],
		['cloud metadata', '169.254.169.254'],
		['cloud metadata', '100.100.100.200'],
		['cloud metadata', 'fd00:ec2::254'],
		['cloud metadata', '192.0.0.192'],
		['the host of a cloud machine', '168.63.129.16'],
		['the host of a cloud machine', '::ffff:168.63.129.16'],
		['the host of a cloud machine', '::ffff:a83f:8110'],
		['the host of a cloud machine', '64:ff9b::a83f:8110'],
		['one link', 'fe80::1'],
		['one link', 'fe80::1%eth0'],
		['many', '224.0.0.1'],
		['many', '239.255.255.250'],
		['many', 'ff02::1'],
		['all', '255.255.255.255'],
		['no one', '240.0.0.1'],
		['no one', '198.18.0.1'],
		['no one', '2001:db8::1'],
		['no one', '5f00::1'],
		['IPv4 inside IPv6', '::ffff:127.0.0.1'],
		['IPv4 inside IPv6', '::ffff:a00:1'],
		['IPv4 inside IPv6', '::127.0.0.1'],
		['IPv4 inside IPv6', '64:ff9b::7f00:1'],
		['IPv4 inside IPv6', '::ffff:0:127.0.0.1'],
		['a translator of its own', '64:ff9b:1::808:808'],
		['a translator of its own', '64:ff9b:1:ffff::8.8.8.8'],
		['IPv4 inside IPv6', '2002:7f00:1::'],
		['IPv4 inside IPv6', '2001:0:7f00:1::'],
		['nothing', ''],
		['nothing', 'example.com'],
	])('refuses an address of %s: %s', (_whose, address) =>
		expect(isPublicAddress(address)).toBe(false),
	);
});

// A URL writes each of these as the address that it is.
it.each([
	['http://2130706433/', '127.0.0.1'],
	['http://0x7f.1/', '127.0.0.1'],
	['http://0177.0.0.1/', '127.0.0.1'],
	['http://127.1/', '127.0.0.1'],
	['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
	['http://１２７.0.0.1/', '127.0.0.1'],
])('the host of %s is an address', (url, address) => {
	const literal = ipAddressOf(new URL(url).hostname);
	expect(literal).toBe(address);
	expect(isPublicAddress(literal ?? '')).toBe(false);
});

describe('isPrivateName', () => {
	it.each([
		'localhost',
		'LOCALHOST.',
		'a.localhost',
		'redis',
		'printer.local',
		'db.internal',
		'metadata.google.internal',
	])('%s is a private name', (name) => expect(isPrivateHostName(name)).toBe(true));
	it.each(['example.com', 'internal.example.com', 'localhost.example.com'])(
		'%s is no private name',
		(name) => expect(isPrivateHostName(name)).toBe(false),
	);
});
