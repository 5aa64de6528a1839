import {
	SERVICE_IDS_KEY,
	rememberedTurns,
	TURN_KEY,
	restoreTurns,
} from '../../../../lib/chat/agents/rememberedTurns';
import type { Message } from '../../../../lib/chat/messageRules';

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
const offered = ['one'];
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
		expect(restoreTurns(messages, knowing(one, two), offered)).toEqual([
			question,
			one,
			result('a'),
			result('b'),
			two,
			result('c'),
		]);
	});

	test('get their results in the order of the calls, and a word on those whose result is not known', () => {
		const one = turn('a', 'b', 'c');
		const messages = [question, rebuilt('c'), result('c'), rebuilt('a'), result('a')];
		const restored = (tools: string[]) => restoreTurns(messages, knowing(one), tools);
		expect(restored(['one'])).toEqual([
			question,
			one,
			result('a'),
			{ ...result('b'), content: expect.stringMatching(/"The result .* not known.* may have run/) },
			result('c'),
		]);
		expect(restored(['two'])[3]?.content).toMatch(/nothing was run/);
	});

	test('are put back where n8n dropped them for their empty text, and the results of a memory whose calls it dropped are left out', () => {
		const one = turn('a', 'b');
		const dropped = [question, result('a'), result('b')];
		expect(restoreTurns(dropped, knowing(one), offered)).toEqual([
			...[question, one, result('a'), result('b')],
		]);
		const remembered = [question, result('x'), { role: 'assistant', content: 'Hi' } as Message];
		expect(restoreTurns([...remembered, ...dropped], knowing(one), offered)).toEqual([
			...[question, remembered[2], question, one, result('a'), result('b')],
		]);
	});

	test('turns that are not known stay as they came', () => {
		const messages = [question, rebuilt('a'), result('a'), { role: 'assistant', content: 'Hi' }];
		expect(restoreTurns(messages, new Map(), offered)).toEqual(messages);
		expect(restoreTurns(messages, knowing(turn('x')), offered)).toEqual(messages);
	});

	test('are not put before the last message of the user, where another turn may have their ID', () => {
		const before = [question, rebuilt('a'), result('a'), { role: 'assistant', content: 'Hi' }];
		const now = [question, rebuilt('a'), { ...result('a'), content: 'of now' }];
		expect(restoreTurns(before, knowing(turn('a')), offered).slice(1)).toEqual([
			...[turn('a'), result('a'), before[3]],
		]);
		expect(restoreTurns([...before, ...now], knowing(turn('a')), offered)).toEqual([
			...before,
			...[question, turn('a'), { ...result('a'), content: 'of now' }],
		]);
	});
});

describe('the run data of the node', () => {
	const run = (facts: object, agent = 'Agent') => ({
		source: [{ previousNode: agent }],
		data: {
			ai_languageModel: [[{ json: { response: { generations: [[{ generationInfo: facts }]] } } }]],
		},
	});
	const contextOf = (...runs: unknown[]) => ({
		parentNode: { name: 'Agent' },
		runExecutionData: {
			resultData: { runData: { Model: runs, Other: [run({ [TURN_KEY]: turn('z') })] } },
		},
	});

	test('remembers each turn by the ID of each call, and the own IDs of the service', () => {
		const [one, two] = [turn('a', 'b'), turn('c')];
		const own = { [TURN_KEY]: two, [SERVICE_IDS_KEY]: { c: 'a' } };
		const runs = [
			run({ [TURN_KEY]: one, [SERVICE_IDS_KEY]: {} }),
			run({ id: 'x' }),
			{ error: {} },
			run(own),
		];
		expect(rememberedTurns(contextOf(...runs), 'Model')).toEqual({
			turns: knowing(one, two),
			serviceIdByOurs: { c: 'a' },
			ids: ['a', 'b', 'c'],
		});
	});

	test('does not choose between turns that share an ID', () => {
		const runs = [run({ [TURN_KEY]: turn('a', 'b') }), run({ [TURN_KEY]: turn('a') })];
		expect([...rememberedTurns(contextOf(...runs), 'Model').turns.keys()]).toEqual(['b']);
	});

	test('has no turns for an agent of what another one got, whose IDs are taken all the same', () => {
		const runs = [run({ [TURN_KEY]: turn('a') }, 'Other Agent'), run({ [TURN_KEY]: turn('b') })];
		const { turns, ids } = rememberedTurns(contextOf(...runs), 'Model');
		expect([...turns.keys()]).toEqual(['b']);
		expect(ids).toEqual(['a', 'b']);
	});

	test('may be missing', () => {
		const none = { turns: new Map(), serviceIdByOurs: {}, ids: [] };
		expect(rememberedTurns({}, 'Model')).toEqual(none);
		expect(rememberedTurns({ runExecutionData: null }, 'Model')).toEqual(none);
		expect(rememberedTurns(contextOf(), 'None')).toEqual(none);
	});
});
