import { clock } from '../../../../lib/core/clock';
import { allowances, retryAfter } from '../../../../lib/wire/errors/rateHeaders';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();
const at = (ms: number) => clock.now() + ms;
const date = (ms: number) => new Date(at(ms)).toUTCString();
const reset = (value: unknown, also = {}) =>
	allowances({ 'x-ratelimit-reset-requests': value, ...also }).requests.resetMs;

describe('allowances', () => {
	it('reads requests and tokens', () => {
		const headers = {
			'x-ratelimit-limit-requests': '20',
			'x-ratelimit-remaining-requests': '7',
			'x-ratelimit-reset-requests': String(at(30_000) / 1000),
			'x-ratelimit-limit-tokens': '1000',
			'x-ratelimit-remaining-tokens': '0',
			'x-ratelimit-reset-tokens': '12',
		};
		expect(allowances(headers)).toEqual({
			requests: { limit: 20, left: 7, resetMs: 30_000 },
			tokens: { limit: 1000, left: 0, resetMs: 12_000 },
		});
	});

	it('reads what JSON-RPC sends with a refusal', () => {
		const headers = {
			'x-ratelimit-limit': '100',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': String(at(9_000) / 1000),
		};
		expect(allowances(headers).requests).toEqual({ limit: 100, left: 0, resetMs: 9_000 });
	});

	it.each([
		[{ 'ratelimit-limit': '100', 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 100],
		[{ ratelimit: '"default";r=0;t=30', 'ratelimit-policy': '"default";q=100;w=60' }, undefined],
		[{ ratelimit: '"minute";r=7;t=9, "day"; r=0; t=30' }, undefined],
		[{ ratelimit: 'limit=100, remaining=0, reset=30' }, undefined],
	])('reads the header fields of the IETF drafts: %j', (headers, limit) => {
		expect(allowances(headers).requests).toEqual({ limit, left: 0, resetMs: 30_000 });
	});

	it.each<[string, () => unknown, number | undefined]>([
		['Unix seconds', () => at(30_000) / 1000, 30_000],
		['Unix milliseconds', () => at(30_500), 30_500],
		['seconds from now', () => '30', 30_000],
		['a duration', () => '17.5s', 17_500],
		['a duration with minutes', () => '1m3.2s', 63_200],
		['a duration in milliseconds', () => '88ms', 88],
		['an ISO date', () => new Date(at(30_000)).toISOString(), 30_000],
		['an HTTP date', () => date(30_000), 30_000],
		['the past', () => at(-600_000), -600_000],
		['no time', () => '1e300', undefined],
		['a word', () => 'soon', undefined],
	])('reads a reset as %s', (_case, value, ms) => {
		expect(reset(value())).toBe(ms);
	});

	it.each([
		['the same clock', -400, 0],
		['about a second behind', -1_200, 0],
		['a minute behind', -60_000, 60_000],
		['ten minutes ahead', 600_000, -600_000],
	])('turns a reset into our time: %s', (_case, ahead, shift) => {
		expect(reset(at(30_000), { date: date(ahead) })).toBe(30_000 + shift);
	});

	it.each([
		[{}],
		[{ 'x-ratelimit-remaining-requests': '', 'x-ratelimit-reset-requests': 'soon' }],
		[{ 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-limit-requests': '20' }],
		[{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-limit-requests': '0' }],
	])('knows nothing from %j', (headers) => {
		expect(allowances(headers)).toEqual({
			requests: 'x-ratelimit-limit-requests' in headers ? expect.anything() : {},
			tokens: {},
		});
		expect(allowances(headers).requests.left).toBeUndefined();
	});
});

describe('retryAfter', () => {
	it.each<[() => Record<string, string>, number]>([
		[() => ({ 'retry-after': '7' }), 7_000],
		[() => ({ 'retry-after': date(90_000) }), 90_000],
		[() => ({ 'retry-after': date(690_000), date: date(600_000) }), 90_000],
		[() => ({ 'retry-after': date(-5_000) }), 0],
		[() => ({ 'retry-after': 'later' }), 0],
		[() => ({ 'retry-after': '7 seconds' }), 7_000],
		[() => ({ 'retry-after': '1m 7s' }), 67_000],
		[() => ({ 'retry-after': 'PT7S' }), 7_000],
		[() => ({ 'retry-after-ms': '1700' }), 1_700],
		[() => ({ 'x-retry-after': '7' }), 7_000],
		[() => ({ 'retry-after': '2', 'retry-after-ms': '1700' }), 1_700],
		[() => ({}), 0],
	])('retryAfter reads the wait of case %#', (headers, ms) => {
		expect(retryAfter(headers())).toBe(ms);
	});

	it.each([
		['the old form of an HTTP date', (iso: string) => asctime(iso)],
		['an ISO date', (iso: string) => iso.replace('Z', '')],
		['a date of a database', (iso: string) => iso.replace('T', ' ').replace('.000Z', '')],
	])('retryAfter reads %s, which names no zone, in that of the service', (_form, written) => {
		const parse = Date.parse.bind(Date);
		const isZoned = (text: string) => /(Z|GMT)$/.test(text);
		// A machine that is five hours behind.
		const local = (text: string) => parse(`${text}Z`) + 5 * 3_600_000;
		const zoned = (text: string) => (isZoned(text) || text === '' ? parse(text) : local(text));
		jest.spyOn(Date, 'parse').mockImplementation(zoned);
		const sent = new Date(at(90_000)).toISOString();
		expect(retryAfter({ 'retry-after': written(sent) })).toBe(90_000);
	});
});

/** As `Sun Mar  1 12:00:00 2026`. */
function asctime(iso: string): string {
	const text = new Date(iso).toUTCString();
	const [day, month, year] = [text.slice(0, 3), text.slice(8, 11), text.slice(12, 16)];
	return `${day} ${month} ${text.slice(5, 7).replace(/^0/, ' ')} ${text.slice(17, 25)} ${year}`;
}
