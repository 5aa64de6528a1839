import assert from 'node:assert/strict';

/** No file in it: nothing long that is base64. @param {string} content */
export function assertCompact(content) {
	assert.ok(content.length < 4_000, `${content.length} characters`);
	assert.doesNotMatch(content, /[A-Za-z0-9+/]{400}/);
}

/** The bytes behind a link, fetched as anybody would. @param {Record<string, any>} file */
export async function fetched({ link, mimeType, bytes, fileName }) {
	const response = await fetch(link);
	assert.equal(response.status, 200, link);
	assert.equal(response.headers.get('content-type')?.split(';')[0], mimeType);
	const content = Buffer.from(await response.arrayBuffer());
	assert.equal(content.length, bytes, `${fileName} has as many bytes as was said`);
	return content;
}
