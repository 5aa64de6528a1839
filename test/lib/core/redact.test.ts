import { Readable } from 'node:stream';

import { redactor } from '../../../lib/core/redact';
import { readAll } from '../../../lib/core/streams';

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

it.each([0, 1, 2, 3])(
	'a secret is hidden in the base64 of a longer text, %i bytes in',
	(before) => {
		const longer = `${'x'.repeat(before)}${key}, and more`;
		expect(redactor([key]).text(Buffer.from(longer).toString('base64'))).toContain('***');
	},
);

describe('the value of a JSON text', () => {
	const slashed = 'a-key/with-a-slash';
	const quoted = 'a-key "with" quotes';
	const secrets = [key, slashed, quoted];
	const { parsed } = redactor(secrets);
	const clean = (json: string) => parsed(json, JSON.parse(json));

	it.each([
		['as it is', `{"echo":["${key}"]}`],
		['as the name of a field', `{"echo":{"${key}":1}}`],
		['with an escaped letter', `{"echo":"\\u0061-key-of-the-account"}`],
		['with an escaped slash', `{"echo":"${slashed.replace('/', '\\/')}"}`],
		['that JSON must escape', JSON.stringify({ echo: quoted })],
		['with an escape elsewhere', `{"line":"\\n","echo":"${key}"}`],
		['in JSON within the JSON', JSON.stringify({ echo: JSON.stringify({ key }) })],
	])('hides a secret %s', (_how, json) => {
		expect(JSON.stringify(clean(json))).toContain('***');
		for (const secret of secrets) {
			expect(JSON.stringify(clean(json))).not.toContain(JSON.stringify(secret).slice(1, -1));
		}
	});

	it.each([
		['a slash', `{"echo":"${slashed.replace('/', '\\/')}"}`],
		['a letter', `{"echo":"\\u0061-key/with-a-slash"}`],
	])('hides a secret with %s escaped, although JSON does not require it', (_what, json) => {
		const only = redactor([slashed]);
		expect(only.parsed(json, JSON.parse(json))).toEqual({ echo: '***' });
	});

	it('is not copied where only line ends are escaped', () => {
		const said = { answer: 'One line\nand "another"' };
		expect(redactor([key]).parsed(JSON.stringify(said), said)).toBe(said);
	});

	it('is not copied where it shows none', () => {
		const said = { answer: 'Nothing to hide' };
		expect(parsed(JSON.stringify(said), said)).toBe(said);
	});
});

describe('a value that is no text', () => {
	const slashed = 'a-key/with-a-slash';
	const quoted = 'a-key "with" quotes';
	const { value } = redactor([key, slashed, quoted]);

	it.each([key, slashed, quoted])('hides the secret %s in a name, a text and a list', (secret) => {
		const said = { [secret]: 1, echo: { texts: ['none', `sent ${secret}`] }, kept: [null, 5] };
		const clean = { '***': 1, echo: { texts: ['none', 'sent ***'] }, kept: [null, 5] };
		expect(value(said)).toEqual(clean);
	});

	it('is not copied where it shows none', () => {
		const headers = { date: 'today', cookies: ['a=1'] };
		expect(value(headers)).toBe(headers);
		expect(value(undefined)).toBeUndefined();
	});
});

describe('a stream that shows a secret', () => {
	const text = `data: {"a":1}\n\ndata: {"b":"${key}"}\n\ndata: ${Buffer.from(key).toString('hex')}\n\n`;
	const masked = async (chunks: string[]) => {
		const body = redactor([key]).body(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
		return (await readAll(body as AsyncIterable<Uint8Array>)).toString();
	};

	it('shows none of it, wherever it is cut', async () => {
		const clean = await masked([text]);
		expect(clean).toHaveLength(text.length);
		expect(clean).toMatch(/^data: \{"a":1\}\n\ndata: \{"b":"\*+"\}\n\ndata: \*+\n\n$/);
		expect(await masked([...text])).toBe(clean);
		for (let cut = 1; cut < text.length; cut++) {
			expect(await masked([text.slice(0, cut), text.slice(cut)])).toBe(clean);
			expect(
				await masked([text.slice(0, cut), text.slice(cut, cut + 3), text.slice(cut + 3)]),
			).toBe(clean);
		}
	});
});
