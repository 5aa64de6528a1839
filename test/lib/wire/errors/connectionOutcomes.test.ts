import { connectionFailure } from '../../../../lib/wire/errors/connectionFailure';
import {
	CONNECTION_OUTCOMES,
	connectionOutcome,
} from '../../../../lib/wire/errors/connectionOutcomes';

/** Codes as Node.js, OpenSSL, its HTTP parser and n8n's HTTP clients name them. */
const CODES = [
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EADDRNOTAVAIL', 'EHOSTUNREACH'],
	...['ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
	...['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO'],
	...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_UNSUPPORTED_PROTOCOL'],
	...['ERR_TLS_HANDSHAKE_TIMEOUT', 'ERR_INVALID_PROTOCOL', 'HPE_HEADER_OVERFLOW'],
	...['HPE_UNEXPECTED_CONTENT_LENGTH', 'HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'ECONNRESET'],
	...['ETIMEDOUT'],
];

it('every row of the table is the first that fits some code', () => {
	const used = new Set(CODES.map(connectionOutcome));
	const unused = CONNECTION_OUTCOMES.filter((row) => !used.has(row));
	expect(unused.map(({ codes }) => codes.source)).toEqual([]);
});

it.each<[string, string, RegExp, RegExp, boolean]>([
	[
		'HPE_HEADER_OVERFLOW',
		'Parse Error: Header overflow',
		/headers of the answer are longer/,
		/NODE_OPTIONS=--max-http-header-size/,
		true,
	],
	[
		'HPE_UNEXPECTED_CONTENT_LENGTH',
		"Parse Error: Content-Length can't be present with Transfer-Encoding",
		/headers that contradict each other/,
		/A proxy in between/,
		true,
	],
	[
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'402D0000:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:../deps/openssl/ssl/record/rec_layer_s3.c:916:SSL alert number 116',
		/demands a client certificate/,
		/without one/,
		false,
	],
	[
		'EPROTO',
		'write EPROTO 402D0000:error:0A000102:SSL routines:ssl_choose_client_version:unsupported protocol:../deps/openssl/ssl/statem/statem_lib.c:1973:',
		/no version of TLS that n8n accepts, which are 1\.2 and 1\.3/,
		/allow TLS 1\.2/,
		false,
	],
])('%s is said in words, without paths of source files', (code, said, words, cure, mayCost) => {
	const error = Object.assign(new Error(said), { code });
	const options = { url: 'https://api.example.com/api/v1' };
	const { message, facts } = connectionFailure(error, options, undefined, true);
	expect(message).toMatch(words);
	expect(message).not.toMatch(/openssl|\.c:/);
	expect(facts.cure).toMatch(cure);
	expect(facts.charge).toBe(mayCost ? 'possible' : 'none');
});
