import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operationOf } from '../../lib/run/operation';
import { LISTED, missingPlaces, PAID_ELSEWHERE } from './listed';

it('every operation is in every list of the tests, or is named with all that it is missing in', async () => {
	expect(LISTED.length).toBeGreaterThan(50);
	expect((await Promise.all(LISTED.map(missingPlaces))).flat()).toEqual([]);
});

it('the prices that are held elsewhere are those of operations, and stand in a test', () => {
	const priced = LISTED.filter(({ option }) => operationOf(option)?.price);
	const titles = priced.map(({ title }) => title);
	expect(Object.keys(PAID_ELSEWHERE).filter((title) => !titles.includes(title))).toEqual([]);
	const cited = Object.values(PAID_ELSEWHERE).map(
		(why) => /[\w./]+\.test\.ts/.exec(why)?.[0] ?? why,
	);
	const tests = join(__dirname, '../nodes/cost');
	expect(cited.filter((file) => !existsSync(join(tests, file)))).toEqual([]);
});
