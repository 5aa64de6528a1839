import { cut } from '../../../lib/core/cut';
import { withoutHighlightTags } from '../../../lib/core/markup';

describe('cut', () => {
	it.each([
		['abc', 3, { text: 'abc', characters: 3, truncated: false }],
		['abcd', 3, { text: 'abc', characters: 4, truncated: true }],
		['', 1, { text: '', characters: 0, truncated: false }],
		['ab\u{1F600}c', 3, { text: 'ab', characters: 5, truncated: true }],
		['ab\u{1F600}c', 4, { text: 'ab\u{1F600}', characters: 5, truncated: true }],
		['abc', Number.POSITIVE_INFINITY, { text: 'abc', characters: 3, truncated: false }],
	])('%j is cut after %d', (text, most, expected) => expect(cut(text, most)).toEqual(expected));
});

describe('plainText', () => {
	it.each([
		['a <strong>match</strong> here', 'a match here'],
		['<b>x</b><em>y</em><mark>z</mark>', 'xyz'],
		['R&amp;D &lt;now&gt; &quot;it&#x27;s&#39;', "R&D <now> \"it's'"],
		['&amp;lt;', '&lt;'],
		['a < b > c <div>code</div>', 'a < b > c <div>code</div>'],
	])('the marks in %j do not reach the text', (html, expected) =>
		expect(withoutHighlightTags(html)).toBe(expected),
	);
});
