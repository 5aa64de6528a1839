import {
	mapChatMessagesToStoredMessages,
	mapStoredMessagesToChatMessages,
} from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import type { IRunData } from 'n8n-workflow';

import { agentTurn, asAnswered, rebuilt } from '../../engine/toolsAgents';
import { withService } from '../withService';
import { chatModel, tool } from './chatModel';

const world = withService();
const path = '/chat/completions';
const signed = (id: string) => ({ vendor: { thought_signature: `signature of ${id}` } });
const agents = { '1.7 to 2.2': asAnswered, '3 and 3.1': rebuilt };
const cells = Object.keys(agents).flatMap((agent) =>
	[['a'], ['a', 'b']].map((ids) => ({ agent, ids })),
);

function answerNext(ids: string[]) {
	const tool_calls = ids.map((id) => {
		const call = { name: 'Order', arguments: `{"input":"${id}"}` };
		return { id, type: 'function', function: call, extra_content: signed(id) };
	});
	const message = ids.length > 0 ? { content: null, tool_calls } : { content: 'Done' };
	const choices = [{ index: 0, finish_reason: ids.length > 0 ? 'tool_calls' : 'stop', message }];
	world.service.fault({ path, status: 200, body: { id: '', model: 'm', choices } });
}

/** One turn of an agent in an execution of its own, and what a memory in a database has of it. */
async function turn(agent: string, history: BaseMessage[], rounds: string[][]) {
	let runData: IRunData = {};
	const { kept } = await agentTurn(
		'Go',
		{ history, scratchpad: agents[agent as keyof typeof agents] },
		async (messages) => {
			answerNext(rounds.shift() ?? []);
			const supplied = await chatModel(world.access, {}, { runData });
			({ runData } = supplied);
			return await (
				supplied.response.bindTools([tool('Order')]) as typeof supplied.response
			).invoke(messages);
		},
	);
	return mapStoredMessagesToChatMessages(mapChatMessagesToStoredMessages([...history, ...kept]));
}

test.each(cells)(
	'the signatures of the calls $ids go back in the next chat turn of agent $agent',
	async ({ agent, ids }) => {
		const history = await turn(agent, [], [ids]);
		await turn(agent, history, []);
		const { messages } = world.service.requests(path).at(-1)?.body as { messages: object[] };
		const calls = messages.flatMap((message) =>
			'tool_calls' in message ? message.tool_calls : [],
		);
		expect(calls).toMatchObject(ids.map((id) => ({ id, extra_content: signed(id) })));
	},
);
