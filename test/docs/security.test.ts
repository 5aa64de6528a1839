import { readFileSync } from 'node:fs';

import { ANSWER_BYTES } from '../../lib/transport/http/answerLimits';

const page = readFileSync('docs/security.md', 'utf8');

describe('what the page on security says', () => {
	it.each([
		[ANSWER_BYTES.free, 'for the JSON of a free call'],
		[ANSWER_BYTES.paid, 'for that of a paid one'],
		[ANSWER_BYTES.media, 'for sound, pictures and films'],
		[ANSWER_BYTES.error, 'for a refusal'],
	])('of %d bytes %s is what is read', (bytes, what) => {
		expect(page).toContain(`${bytes / 1_000_000} MB ${what}`);
	});
});
