import { seeds } from '../../../rounds';
import { exactMonth } from './exactMonths';

it('each number of message and page is what exact arithmetic says, and what adds up is shown to add up, in random months', () => {
	const months = seeds(15, 50).map(exactMonth);
	expect(months.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
	expect(months.reduce((sum, { numbers }) => sum + numbers, 0)).toBeGreaterThan(1_500);
});
