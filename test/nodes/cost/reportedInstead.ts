import type { Fault } from '../../service/faults';

/** The answer of a chat with this in the place of its cost, whether it comes whole or as a stream. */
export const reportedInstead: (cost: unknown) => NonNullable<Fault['rewriteAnswer']> =
	(cost) => async (answer) => {
		const { payload } = answer;
		if ('json' in payload) {
			return { ...answer, payload: { json: { ...(payload.json as object), cost } } };
		}
		if (!('stream' in payload)) return answer;
		return { ...answer, payload: { ...payload, stream: events(payload.stream, cost) } };
	};

async function* events(stream: AsyncIterable<Buffer>, cost: unknown): AsyncGenerator<Buffer> {
	for await (const bytes of stream) {
		const [, data = ''] = /^data: (\{.*"cost":.*\})\s*$/s.exec(bytes.toString()) ?? [];
		yield data === ''
			? bytes
			: Buffer.from(`data: ${JSON.stringify({ ...(JSON.parse(data) as object), cost })}\n\n`);
	}
}
