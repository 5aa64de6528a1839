import { chat } from './client';
import { localService } from './underTest';

interface Completion {
	choices: Array<{
		finish_reason: string;
		message: {
			role: 'assistant';
			content: string | null;
			tool_calls: Array<{ id: string; function: { name: string; arguments: string } }>;
			thought_signature?: string;
		};
	}>;
	usage: unknown;
}

const local = localService();

const MARKED =
	'Go: [call one {"a": [1], "b": {"c": "]"}}] and [call two] [then] [call one {"a": []}]';
const function_ = (name: string) => ({ type: 'function', function: { name } });
const TOOLS = { tools: [function_('one'), function_('two')] };

async function complete(messages: unknown[], more: Record<string, unknown> = {}) {
	const body = { ...chat('', { ...TOOLS, ...more }), messages };
	const { status, json, text } = await local.call('/chat/completions', { body });
	return { status, text, completion: json as Completion };
}

const first = ({ choices: [choice] }: Completion) => {
	if (!choice) throw new Error('No choice');
	return choice;
};

const results = (completion: Completion, content: string) =>
	first(completion).message.tool_calls.map(({ id }) => {
		return { role: 'tool', tool_call_id: id, content };
	});

test('a script says what comes next, turn by turn, and then the model continues on its own', async () => {
	local.service.script(
		{ calls: [{ name: 'one', arguments: '' }], usage: { completion_tokens: 7 } },
		{ text: 'Done', reasoning: 'Why not', finish: 'length' },
	);
	const user = [{ role: 'user', content: 'Hello' }];
	const one = await complete(user);
	expect(first(one.completion)).toMatchObject({
		finish_reason: 'tool_calls',
		message: { content: null, tool_calls: [{ function: { name: 'one', arguments: '' } }] },
	});
	expect(one.completion.usage).toMatchObject({ completion_tokens: 7 });
	expect(first((await complete(user)).completion)).toMatchObject({
		finish_reason: 'length',
		message: { content: 'Done', reasoning_content: 'Why not' },
	});
	expect(first((await complete(user)).completion).message.content).toBe('You said “Hello”');
});

test('marks in the prompt call tools, several at once and round by round', async () => {
	const messages: unknown[] = [{ role: 'user', content: MARKED }];
	const one = (await complete(messages)).completion;
	const calls = first(one).message.tool_calls.map((made) => made.function);
	expect(calls).toEqual([
		{ name: 'one', arguments: '{"a": [1], "b": {"c": "]"}}' },
		{ name: 'two', arguments: '' },
	]);
	messages.push(first(one).message, ...results(one, 'yes'));
	const two = (await complete(messages)).completion;
	expect(first(two).message.tool_calls).toHaveLength(1);
	expect(first(two).message.tool_calls[0]?.id).not.toBe(first(one).message.tool_calls[0]?.id);
	messages.push(first(two).message, ...results(two, 'no'));
	const three = first((await complete(messages)).completion);
	expect(three.message.content).toBe('The tools said “yes”, “yes”, “no”');
});

test('a model that thinks wants its turn back as it was', async () => {
	const more = { model: 'text-reasoning' };
	const user = { role: 'user', content: '[call one {"a": 1}]' };
	const { completion } = await complete([user], more);
	const { message } = first(completion);
	expect(message.thought_signature).toBeDefined();
	const back = results(completion, 'yes');
	expect((await complete([user, message, ...back], more)).status).toBe(200);
	const later = { role: 'user', content: 'Thanks' };
	const old = { ...message, thought_signature: undefined };
	expect((await complete([user, old, ...back, later], more)).status).toBe(200);
	const changed = [
		{ ...message, thought_signature: undefined },
		{ ...message, reasoning_content: 'Something else' },
		{ ...message, reasoning_details: undefined },
		{ ...message, content: 'Calling one' },
	];
	for (const turn of changed) {
		expect(await complete([user, turn, ...back], more)).toMatchObject({
			status: 400,
			text: expect.stringContaining('came back changed'),
		});
	}
});
