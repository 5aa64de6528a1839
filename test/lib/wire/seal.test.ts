import { sealOf } from '../../../lib/wire/account';

const value = [{ json: { apiKey: 'secret-äöü', n: 1 } }];

it('opens what was closed with the same secret, and shows nothing of it', () => {
	const sealed = sealOf('one').close(value);
	expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('apiKey');
	expect(sealOf('one').open(sealed)).toEqual(value);
	expect(sealOf('one').close(value)).not.toBe(sealed);
});

it.each<[string, (sealed: string) => unknown]>([
	['plain items', () => value],
	['nothing', () => undefined],
	['an empty text', () => ''],
	['another text', () => 'secret'],
	['a shorter text', (sealed) => sealed.slice(0, 40)],
	['a changed text', (sealed) => `${sealed.slice(0, -8)}AAAA${sealed.slice(-4)}`],
])('does not open %s', (_what, change) => {
	expect(sealOf('one').open(change(sealOf('one').close(value)))).toBeUndefined();
});

it('does not open what was closed with another secret', () => {
	expect(sealOf('other').open(sealOf('one').close(value))).toBeUndefined();
});
