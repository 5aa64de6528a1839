import { withUniqueIds, withServiceIds } from '../../../../lib/chat/agents/callIds';
import type { Message } from '../../../../lib/chat/messageRules';

const ids = (sent: unknown[], taken: string[] = []) =>
	withUniqueIds(
		sent.map((id) => ({ id })),
		new Set(taken),
	).calls.map(({ id }) => id);

describe('the IDs of calls', () => {
	test('stay where nothing else has them', () => {
		expect(withUniqueIds([{ id: 'a', type: 'function' }, { id: 'b' }], new Set(['c']))).toEqual({
			calls: [{ id: 'a', type: 'function' }, { id: 'b' }],
			serviceIdByOurs: {},
		});
	});

	test.each([
		['Calc:0', 'Calc:1'],
		['call_9', 'calm_0'],
		['abcDEF129', 'abcDEF130'],
		['abcdEf999', 'abcdFa000'],
		['zz', 'aa'],
		['3f2a-9f', '3f2b-0a'],
		['functions.look:0', 'functions.look:1'],
		['-', '-0'],
	])('%s that is taken becomes %s, of the same form', (id, next) => {
		expect(withUniqueIds([{ id }], new Set([id]))).toEqual({
			calls: [{ id: next }],
			serviceIdByOurs: { [next]: id },
		});
	});

	test('are longer only when all of their form are taken', () => {
		const digits = [...'0123456789'];
		expect(ids(['5'], digits.slice(1))).toEqual(['0']);
		expect(ids(['5'], digits)).toEqual(['50']);
		expect(ids(Array.from({ length: 12 }, () => '-'))).toHaveLength(12);
	});

	test('do not take those of later calls in the same answer', () => {
		expect(ids(['Calc:0', 'Calc:1', 'Calc:0'], ['Calc:0'])).toEqual(['Calc:2', 'Calc:1', 'Calc:3']);
	});

	test('are nine letters and digits where the service sent none, and are no IDs of the service', () => {
		const taken = new Set<string>();
		for (const round of [1, 2]) {
			const { calls, serviceIdByOurs } = withUniqueIds([{}, { id: '' }, { id: null }], taken);
			expect(serviceIdByOurs).toEqual({});
			for (const { id } of calls) taken.add(String(id));
			expect(taken.size).toBe(3 * round);
		}
		for (const id of taken) expect(id).toMatch(/^[a-z0-9]{9}$/);
	});
});

describe('the IDs that go back to the service', () => {
	const turn = (id: string, more = {}): Message => ({
		...{ role: 'assistant', content: null, ...more },
		tool_calls: [{ id, type: 'function' }],
	});
	const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'of it' });

	test('are its own', () => {
		expect(withServiceIds([turn('Calc:1'), result('Calc:1')], { 'Calc:1': 'Calc:0' })).toEqual([
			turn('Calc:0'),
			result('Calc:0'),
		]);
	});

	test('stay different where its own would make two calls alike', () => {
		const messages = ['Calc:0', 'Calc:1', 'Calc:2'].flatMap((id) => [turn(id), result(id)]);
		const own = { 'Calc:1': 'Calc:0', 'Calc:2': 'Calc:0' };
		expect(withServiceIds(messages, own)).toEqual(messages);
		expect(withServiceIds(messages.slice(2), own)).toEqual([
			...[turn('Calc:0'), result('Calc:0')],
			...messages.slice(4),
		]);
	});

	test('are its own where the turn refers to them, e.g. in signed reasoning', () => {
		const signed = { reasoning_details: [{ type: 'reasoning.encrypted', id: 'Calc:0' }] };
		const messages = [turn('Calc:0'), result('Calc:0'), turn('Calc:1', signed), result('Calc:1')];
		expect(withServiceIds(messages, { 'Calc:1': 'Calc:0' })).toEqual([
			...messages.slice(0, 2),
			...[turn('Calc:0', signed), result('Calc:0')],
		]);
	});
});
