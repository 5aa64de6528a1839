import { withPathValues } from '../../../lib/fields/routing';

const path = (id: string) => withPathValues('/keys/{id}', { id });

it.each(['\ud800', 'voice-\udfff', 'a\ud83d b'])('half of a character is no ID: %j', (id) => {
	expect(() => path(id)).toThrow('is not a valid ID: it contains half of a character');
});

it('an ID may have characters of every plane', () => {
	expect(path('\u{1f3a4}/ü')).toBe('/keys/%F0%9F%8E%A4%2F%C3%BC');
});
