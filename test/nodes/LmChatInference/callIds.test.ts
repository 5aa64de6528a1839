import {
	mapChatMessagesToStoredMessages,
	mapStoredMessagesToChatMessages,
} from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import type { IRunData } from 'n8n-workflow';

import { agentTurn, asAnswered, rebuilt } from '../../engine/toolsAgents';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { chatModel, tool } from './chatModel';

const world = withService();
const path = '/chat/completions';
type Call = [name: string, input: string];
type Wire = { role: string; content: string; tool_call_id?: string; tool_calls?: WireCall[] };
interface WireCall {
	id: string;
	function: { name: string; arguments: string };
}

/** How services number their calls: by their place in the answer, and by how many came before in the turn. */
const ways: Record<string, (name: string, index: number, before: number) => string | undefined> = {
	'in each turn': (name, index, before) => `${name}:${before + index}`,
	'in each answer': (_name, index) => `call0000${index}`,
	'not at all': () => undefined,
	'at random': () => `call_${Math.random()}`,
};
const agents = { '1.7 to 2.2': asAnswered, '3 and 3.1': rebuilt };
const memories: Record<string, (kept: BaseMessage[]) => BaseMessage[]> = {
	none: () => [],
	simple: (kept) => kept,
	PostgreSQL: (kept) => mapStoredMessagesToChatMessages(mapChatMessagesToStoredMessages(kept)),
};
const conversations: Record<string, Call[][][]> = {
	'one call at once': [[[['Order', '1']], [['Refund', '2']], [['Order', '3']]], [[['Order', '4']]]],
	'two calls at once': [
		[
			[
				['Order', '1'],
				['Order', '2'],
			],
			[
				['Refund', '3'],
				['Order', '4'],
			],
		],
		[
			[
				['Order', '5'],
				['Refund', '6'],
			],
		],
	],
};
const cells = Object.keys(ways).flatMap((way) =>
	Object.keys(agents).flatMap((agent) =>
		Object.keys(memories).flatMap((memory) =>
			Object.keys(conversations).map((talk) => ({ way, agent, memory, talk })),
		),
	),
);

/** Has the service answer with these calls next, or with a text. */
function answerNext(calls: Array<{ id?: string; name: string; input: string }>) {
	const tool_calls = calls.map(({ id, name, input }) => ({
		...(id === undefined ? {} : { id }),
		...{ type: 'function', function: { name, arguments: JSON.stringify({ input }) } },
	}));
	const message = calls.length > 0 ? { content: null, tool_calls } : { content: 'Done' };
	const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
	const choices = [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }];
	world.service.fault({ path, status: 200, body: { id: '', model: 'm', choices } });
}

/** Each result that a request holds, with the nearest call before it that has its ID. */
function heard({ messages }: { messages: Wire[] }) {
	const calls = new Map<string, string>();
	return messages.flatMap(({ tool_calls = [], tool_call_id = '', role, content }) => {
		for (const { id, function: called } of tool_calls) {
			const { input } = JSON.parse(called.arguments) as { input: string };
			calls.set(id, `${called.name} heard ${input}`);
		}
		return role === 'tool' ? [{ result: content, call: calls.get(tool_call_id) }] : [];
	});
}

describe('each call is run once, and its result heard with it', () => {
	test.each(sample(cells, 3))(
		'numbered $way, agent $agent, memory: $memory, $talk',
		async (cell) => {
			let history: BaseMessage[] = [];
			let fewest = 0;
			for (const rounds of conversations[cell.talk] ?? []) {
				let runData: IRunData = {};
				let round = 0;
				const before = () => rounds.slice(0, round).flat().length;
				const { runs, kept } = await agentTurn(
					'Go',
					{ history, scratchpad: agents[cell.agent as keyof typeof agents] },
					async (messages) => {
						const calls = rounds[round] ?? [];
						answerNext(
							calls.map(([name, input], index) => {
								return { name, input, id: ways[cell.way]?.(name, index, before()) };
							}),
						);
						// n8n makes the model again for each round of its newer agents, with the run data of those before.
						const supplied = await chatModel(world.access, {}, { runData });
						({ runData } = supplied);
						const bound = supplied.response.bindTools([tool('Order'), tool('Refund')]);
						const answer = await (bound as typeof supplied.response).invoke(messages);
						round += 1;
						return answer;
					},
				);
				history = memories[cell.memory]?.([...history, ...kept]) ?? [];
				fewest += rounds.length + 1;
				const names = rounds.flat().map(([name]) => name);
				for (const [name, count] of Object.entries(runs)) {
					expect(names.filter((one) => one === name)).toHaveLength(count);
				}
				const last = world.service.requests(path).at(-1)?.body as { messages: Wire[] };
				const results = heard(last);
				expect(results.map(({ result }) => result)).toEqual(results.map(({ call }) => call));
				const wanted = rounds.flat().map(([name, input]) => `${name} heard ${input}`);
				expect(results.slice(-wanted.length).map(({ result }) => result)).toEqual(wanted);
				const ids = last.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
				expect(new Set(ids).size).toBe(ids.length);
			}
			expect(world.service.requests(path)).toHaveLength(fewest);
		},
	);
});
