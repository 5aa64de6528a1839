import { finishOf } from '../../../lib/chat/finish';
import { endOf, endsWorse } from '../../../lib/core/endWord';

const limits = { tokens: () => null };

describe('how an answer ended', () => {
	it.each([
		['stop', 'whole'],
		['END_TURN', 'whole'],
		['tool_use', 'whole'],
		[' length ', 'cut'],
		['max_output_tokens', 'cut'],
		['content_filter', 'filtered'],
		['SAFETY', 'filtered'],
		['eos', 'unknown'],
		['', 'unknown'],
	])('is read from the end word "%s" as %s', (finish_reason, kind) => {
		const finish = finishOf({ finish_reason }, '', limits);
		expect(finish).toMatchObject({ kind, word: finish_reason.trim() });
		const isSilent = kind === 'whole' || finish_reason === '';
		expect(finish.sentence === '').toBe(isSilent);
	});

	it('is a refusal in its own words, whatever the end word says', () => {
		const refused = { kind: 'refused', sentence: 'The model refused to answer: "No."' };
		for (const finish_reason of ['stop', 'content_filter', 'length'])
			expect(finishOf({ finish_reason }, 'No.', limits)).toMatchObject(refused);
		expect(finishOf({}, 'No. '.repeat(900), limits).sentence.length).toBeLessThan(600);
	});

	it('names the cap where the limit that was sent came from it, and only of an answer that reached it', () => {
		const cap = { bound: 'maxCostPerRun', tokens: () => 212 } as const;
		expect(finishOf({ finish_reason: 'length' }, '', cap)).toMatchObject({
			...{ kind: 'cut', cutBy: 'maxCostPerRun' },
			sentence: 'The answer was cut after 212 tokens: Max Cost per Run left no more',
		});
		expect(finishOf({ finish_reason: 'stop' }, '', cap)).toMatchObject({ kind: 'whole' });
		const own = finishOf({ finish_reason: 'length' }, '', { tokens: () => 9 });
		expect(own).toMatchObject({
			cutBy: 'length',
			sentence: expect.stringContaining('after 9 tokens'),
		});
	});
});

test('an answer breaks with the word of a gateway or with that of the model beside it', () => {
	expect(endOf({ finish_reason: 'network_error' })).toEqual({
		kind: 'broken',
		word: 'network_error',
	});
	const native = { finish_reason: 'stop', native_finish_reason: 'ABORTED' };
	expect(endOf(native)).toEqual({ kind: 'broken', word: 'ABORTED' });
});

test('the worse of two ends is that of a cut answer, of a filtered one and of a broken one', () => {
	const order = [undefined, 'stop', 'tool_calls', 'eos', 'length', 'content_filter', 'error'];
	const ends = order.map((finish_reason) => endOf({ finish_reason }));
	for (const [place, end] of ends.entries()) {
		for (const better of ends.slice(0, place)) expect(endsWorse(end, better)).toBe(true);
		for (const worse of ends.slice(place)) expect(endsWorse(end, worse)).toBe(false);
	}
});
