import { redactor } from '../../../../lib/transport/http/redact';

const key = 'a-key-of-the-account';

describe('a redactor with further secrets', () => {
	const known = redactor([key]);

	it('is the same one where each of them holds a known secret', () => {
		expect(known.and([key, `Bearer ${key}`])).toBe(known);
		expect(known.text(`sent: Bearer ${key}`)).toBe('sent: Bearer ***');
	});

	it('hides the known and the new ones', () => {
		const both = known.and(['a-signature-of-one-request']);
		expect(both.text(`${key} and a-signature-of-one-request`)).toBe('*** and ***');
		expect(known.text('a-signature-of-one-request')).toBe('a-signature-of-one-request');
	});

	it('does not take a word as known because a short secret is in it', () => {
		const short = redactor(['key']);
		expect(short.and(['Bearer key']).text('Bearer key')).toBe('***');
	});
});
