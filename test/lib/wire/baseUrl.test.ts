import { safeServiceUrl, checkedServiceUrl } from '../../../lib/wire/serviceUrl';

describe('serviceUrl', () => {
	it.each([
		['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
		['https://api.example.com/api/v1/', 'https://api.example.com/api/v1'],
		['  https://api.example.com/api/v1///\n', 'https://api.example.com/api/v1'],
		['http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080/api/v1'],
		['HTTPS://API.example.com', 'HTTPS://API.example.com'],
		['https://[::1]:8443/v1', 'https://[::1]:8443/v1'],
	])('%j becomes %s', (given, expected) => expect(checkedServiceUrl(given)).toBe(expected));

	it.each([
		['', /has no Base URL/],
		['   ', /has no Base URL/],
		[undefined, /has no Base URL/],
		[42, /has no Base URL/],
		['api.example.com/api/v1', /must start with https:.*"api\.example\.com\/api\/v1"/],
		['ftp://api.example.com', /must start with https:/],
		['file:///etc/hosts', /must start with https:/],
		['https://', /whole address/],
		['https://exa mple.com', /whole address/],
		['https://host:99999/', /whole address/],
		['https://me:secret@api.example.com', /must not contain a user name or password/],
		['https://token@api.example.com', /must not contain a user name or password/],
		['https://api.example.com/api/v1?key=1', /without "\?" or "#"/],
		['https://api.example.com/api/v1?', /without "\?" or "#"/],
		['https://api.example.com/api/v1#', /without "\?" or "#"/],
		['https://api.example.com/api/v1#top', /without "\?" or "#"/],
		['https://api.example.com/api/v1/chat/completions/', /ends with "\/chat\/completions"/],
		['https://api.example.com/v1/models', /ends with "\/models"/],
	])('refuses %j', (given, sentence) => expect(() => checkedServiceUrl(given)).toThrow(sentence));

	it.each([
		['ftp://me:secret@api.example.com', 'ftp://***@api.example.com'],
		['ftp://me:se/cret@api.example.com', 'ftp://***@api.example.com'],
		['ftp://me:one@two@api.example.com', 'ftp://***@api.example.com'],
		['me:secret@api.example.com', '***@api.example.com'],
		['https://me:sec ret@exa mple.com', 'https://***@exa mple.com'],
	])('masks the whole login of %j', (given, shown) => {
		expect(() => checkedServiceUrl(given)).toThrow(`"${shown}" was given`);
	});
});

describe('safeServiceUrl', () => {
	it('takes https', () =>
		expect(safeServiceUrl({ baseUrl: 'https://a.example' })).toBe('https://a.example'));

	it.each([
		...['http://localhost:1/v1', 'http://127.0.0.1/v1', 'http://[::1]/v1'],
		...['http://api.example.com', 'http://10.0.0.1', 'http://127.0.0.1.example.com'],
	])('takes %s only when the user allows plain http', (baseUrl) => {
		expect(() => safeServiceUrl({ baseUrl })).toThrow(/uses plain http to/);
		expect(safeServiceUrl({ baseUrl, allowPlainHttp: true })).toBe(baseUrl);
	});
});
