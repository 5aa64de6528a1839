import { rememberedTurns, TURN, restoreTurns } from '../../../lib/ai/rememberedTurns';
import type { Message } from '../../../lib/chat/messages';

const call = (id: string, args = '{"a": 1}') => {
	return { id, type: 'function', function: { name: 'one', arguments: args } };
};
const turn = (...ids: string[]): Message => ({
	role: 'assistant',
	content: null,
	reasoning_content: 'So',
	thought_signature: 'abc=',
	tool_calls: ids.map((id) => call(id)),
});
const rebuilt = (id: string): Message => {
	return { role: 'assistant', content: null, tool_calls: [call(id, '{}')] };
};
const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: `of ${id}` });
const question: Message = { role: 'user', content: 'Go' };

const knowing = (...turns: Message[]) => {
	const ids = (message: Message) =>
		(message.tool_calls as Array<{ id: string }>).map(({ id }) => id);
	return new Map(turns.flatMap((one) => ids(one).map((id) => [id, one] as const)));
};

describe('turns of earlier rounds', () => {
	test('are put back whole where the agent made one message a call of them', () => {
		const one = turn('a', 'b');
		const two = turn('c');
		const messages = [question, ...['a', 'b', 'c'].flatMap((id) => [rebuilt(id), result(id)])];
		expect(restoreTurns(messages, knowing(one, two))).toEqual([
			question,
			one,
			result('a'),
			result('b'),
			two,
			result('c'),
		]);
	});

	test('get their results in the order of the calls, and a word on those that were not run', () => {
		const one = turn('a', 'b', 'c');
		const messages = [question, rebuilt('c'), result('c'), rebuilt('a'), result('a')];
		expect(restoreTurns(messages, knowing(one))).toEqual([
			question,
			one,
			result('a'),
			{ role: 'tool', tool_call_id: 'b', content: '{"error":"The tool was not run"}' },
			result('c'),
		]);
	});

	test('that are not known stay as they came', () => {
		const messages = [question, rebuilt('a'), result('a'), { role: 'assistant', content: 'Hi' }];
		expect(restoreTurns(messages, new Map())).toEqual(messages);
		expect(restoreTurns(messages, knowing(turn('x')))).toEqual(messages);
	});
});

describe('the run data of the node', () => {
	const run = (facts: object) => ({
		data: {
			ai_languageModel: [[{ json: { response: { generations: [[{ generationInfo: facts }]] } } }]],
		},
	});
	const contextOf = (...runs: unknown[]) => ({
		runExecutionData: {
			resultData: { runData: { Model: runs, Other: [run({ [TURN]: turn('z') })] } },
		},
	});

	test('remembers each turn by the ID of each call', () => {
		const [one, two] = [turn('a', 'b'), turn('c')];
		const runs = [run({ [TURN]: one }), run({ id: 'x' }), { error: {} }, run({ [TURN]: two })];
		expect(rememberedTurns(contextOf(...runs), 'Model')).toEqual(knowing(one, two));
	});

	test('does not choose between turns that share an ID', () => {
		const runs = [run({ [TURN]: turn('a', 'b') }), run({ [TURN]: turn('a') })];
		expect([...rememberedTurns(contextOf(...runs), 'Model').keys()]).toEqual(['b']);
	});

	test('may be missing', () => {
		expect(rememberedTurns({}, 'Model').size).toBe(0);
		expect(rememberedTurns({ runExecutionData: null }, 'Model').size).toBe(0);
		expect(rememberedTurns(contextOf(), 'None').size).toBe(0);
	});
});
