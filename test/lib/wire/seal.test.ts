import { storageCipherOf } from '../../../lib/wire/account';

const value = [{ json: { apiKey: 'secret-äöü', n: 1 } }];

it('opens what was closed with the same secret, and shows nothing of it', () => {
	const sealed = storageCipherOf('one').close(value);
	expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('apiKey');
	expect(storageCipherOf('one').open(sealed)).toEqual(value);
	expect(storageCipherOf('one').close(value)).not.toBe(sealed);
});

it.each<[string, (sealed: string) => unknown]>([
	['plain items', () => value],
	['nothing', () => undefined],
	['an empty text', () => ''],
	['another text', () => 'secret'],
	['a shorter text', (sealed) => sealed.slice(0, 40)],
	['a changed text', (sealed) => `${sealed.slice(0, -8)}AAAA${sealed.slice(-4)}`],
])('does not open %s', (_what, change) => {
	expect(storageCipherOf('one').open(change(storageCipherOf('one').close(value)))).toBeUndefined();
});

it('does not open what was closed with another secret', () => {
	expect(storageCipherOf('other').open(storageCipherOf('one').close(value))).toBeUndefined();
});
