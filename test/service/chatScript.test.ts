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
