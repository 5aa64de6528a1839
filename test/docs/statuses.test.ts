import { readFileSync } from 'node:fs';

import type { FailureFacts } from '../../lib/core/failure';
import { verdictOf } from '../../lib/wire/errors/verdict';

const rowsOf = (page: string) =>
	readFileSync(`docs/${page}`, 'utf8')
		.split('\n')
		.filter((line) => /^\| (?!-)/.test(line))
		.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

/** The statuses of a row; those behind "except" are not its own. */
const statusesIn = (cell: string) =>
	[...cell.replace(/except .*/, '').matchAll(/\b[45]\d\d\b/g)].map(([status]) => Number(status));

/** What the node does after a refusal: whether it sends the call again, without a key and with one. */
function repeats(facts: Partial<FailureFacts>) {
	const { again } = verdictOf({ kind: 'refused', ...facts });
	const free = again === 'never' ? 'never' : 'retried';
	return [free, again === 'if-idempotent' ? '**never**' : free];
}

/** Where the page names who sends a status: a page of a proxy is another sender than the service. */
const SENDERS: Array<[start: string, facts: Partial<FailureFacts>]> = [
	['425, 429', {}],
	['521, 523', {}],
	['401, 403, 404', { isForeign: true }],
	['Any other status', {}],
];

const reliability = rowsOf('reliability.md');
const errors = rowsOf('errors.md');

it.each(SENDERS)('reliability.md says of "%s …" what the node does', (start, facts) => {
	const [name = '', free = '', paid = ''] =
		reliability.find(([cell]) => cell?.startsWith(start)) ?? [];
	const statuses = statusesIn(name);
	expect(statuses.length).toBeGreaterThan(2);
	for (const status of statuses) {
		expect([status, ...repeats({ status, ...facts })]).toEqual([
			status,
			free,
			paid.replace(/,.*/, ''),
		]);
	}
});

it('reliability.md names every status that is not as any other', () => {
	const named = SENDERS.slice(0, 3).map(([start, facts]) => {
		const [name = ''] = reliability.find(([cell]) => cell?.startsWith(start)) ?? [];
		return { facts, statuses: statusesIn(name) };
	});
	const own = named.filter(({ facts }) => facts.isForeign !== true).flatMap((row) => row.statuses);
	const foreign = [...own, ...named.flatMap((row) => row.statuses)];
	for (let status = 500; status < 600; status++)
		expect([status, verdictOf({ kind: 'refused', status }).charged]).toEqual([
			status,
			own.includes(status) ? 'no' : 'maybe',
		]);
	for (let status = 400; status < 600; status++) {
		const { charged } = verdictOf({ kind: 'refused', status, isForeign: true });
		expect([status, charged]).toEqual([status, foreign.includes(status) ? 'no' : 'maybe']);
	}
});

it('errors.md says that a call may have been charged where it may', () => {
	const row = errors.find(([, cause = '']) => cause.includes('may have been charged')) ?? [];
	const doubtful = statusesIn(row[0] ?? '');
	expect(doubtful.length).toBeGreaterThan(5);
	const others = errors.filter((one) => one !== row).flatMap(([cell = '']) => statusesIn(cell));
	for (const status of doubtful)
		expect(verdictOf({ kind: 'refused', status }).charged).toBe('maybe');
	for (const status of others) expect(verdictOf({ kind: 'refused', status }).charged).toBe('no');
});

it('service.md names the statuses after which nothing was charged', () => {
	const text = readFileSync('docs/maintainers/service.md', 'utf8');
	const [sentence = ''] = /after 429, 500 and 503.*? 530 where/s.exec(text) ?? [];
	const named = new Set(statusesIn(sentence.replace('except 408 and 499', '')));
	for (let status = 400; status < 600; status++) {
		const { charged } = verdictOf({ kind: 'refused', status, isForeign: true });
		expect([status, charged]).toEqual([status, named.has(status) ? 'no' : 'maybe']);
	}
});
