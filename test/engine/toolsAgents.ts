import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';

/** The call of a tool, as the model hands it to an agent. */
interface ToolCall {
	id?: string;
	name: string;
	args: Record<string, unknown>;
}

/** What an agent did in a turn of a conversation. */
export interface Turn {
	output: string;
	/** The messages that a memory keeps of it. */
	kept: BaseMessage[];
	/** How often each tool ran. */
	runs: Record<string, number>;
}

/** The way in which n8n's agents put together what happened since the question. */
type Scratchpad = (rounds: Array<{ message: BaseMessage; calls: ToolCall[] }>) => BaseMessage[];

const resultOf = ({ name, args, id = '' }: ToolCall) =>
	new ToolMessage({ content: `${name} heard ${String(args.input)}`, tool_call_id: id, name });

/** AI Agent 1.7 to 2.2 (LangChain's AgentExecutor): each answer whole, with the results behind it. */
export const asAnswered: Scratchpad = (rounds) =>
	rounds.flatMap(({ message, calls }) => [message, ...calls.map(resultOf)]);

/** The only field of a message that these agents keep for any model (createEngineRequests): a text for each call. */
const SIGNATURES = '__gemini_function_call_thought_signatures__';
const signatureOf = ({ additional_kwargs: kept }: BaseMessage, { id = '' }: ToolCall) => {
	const signatures = (kept[SIGNATURES] ?? {}) as Record<string, string>;
	return signatures[id] ?? Object.values(signatures)[0];
};
const withOwnId = (call: ToolCall) => {
	return { ...call, type: 'tool_call' as const, args: { ...call.args, id: call.id } };
};

/** AI Agent 3 and 3.1 (buildSteps): one message a call, and none for a call whose ID an earlier round has. */
export const rebuilt: Scratchpad = (rounds) => {
	const known = new Set<string | undefined>();
	return rounds.flatMap(({ message, calls }) => {
		const fresh = calls.filter(({ id }) => !known.has(id));
		for (const { id } of calls) known.add(id);
		const [first] = fresh;
		const signature = first && signatureOf(message, first);
		const kept = signature ? { [SIGNATURES]: { [first.id ?? '']: signature } } : {};
		if (signature && fresh.length > 1) {
			const content = `Calling tools: ${fresh.map(({ name }) => name).join(', ')}`;
			const tool_calls = fresh.map(withOwnId);
			return [
				new AIMessage({ content, tool_calls, additional_kwargs: kept }),
				...fresh.map(resultOf),
			];
		}
		return fresh.flatMap((call) => [
			new AIMessage({
				content: [],
				tool_calls: [withOwnId(call)],
				additional_kwargs: kept,
			}),
			resultOf(call),
		]);
	});
};

const MAX_ITERATIONS = 10;

/** One turn of an agent, which asks `invoke` until it answers without a call. */
export async function agentTurn(
	question: string,
	{ history, scratchpad }: { history: BaseMessage[]; scratchpad: Scratchpad },
	invoke: (messages: BaseMessage[]) => Promise<BaseMessage>,
): Promise<Turn> {
	const asked = new HumanMessage(question);
	const rounds: Parameters<Scratchpad>[0] = [];
	const runs: Turn['runs'] = {};
	for (let round = 0; round < MAX_ITERATIONS; round += 1) {
		const message = await invoke([...history, asked, ...scratchpad(rounds)]);
		const calls = (message as AIMessage).tool_calls ?? [];
		if (calls.length === 0) {
			const output = String(message.content);
			return { output, runs, kept: [asked, ...scratchpad(rounds), new AIMessage(output)] };
		}
		for (const { name } of calls) runs[name] = (runs[name] ?? 0) + 1;
		rounds.push({ message, calls });
	}
	throw new Error('Max iterations reached');
}
