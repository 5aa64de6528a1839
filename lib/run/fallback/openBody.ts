import { type Answer, unreadableAnswerFailure } from '../../core/answer';
import { messageOf } from '../../core/failure';
import { isStream, streamOf } from '../../core/streams';

/** The answer once the first bytes of its body are there, as a part of its attempt (`Call`): a body that breaks off before counts as lost. Throws a ServiceFailure. */
export async function openBody(answer: Answer): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const pieces = answer.body[Symbol.asyncIterator]();
	const first = await pieces.next().catch((error: unknown) => {
		const message = `The answer ended early, before its first byte: ${messageOf(error)}`;
		throw unreadableAnswerFailure(
			answer,
			message,
			{ kind: 'unreachable', status: undefined },
			error,
		);
	});
	return { ...answer, body: streamOf(piecesFrom(first, pieces), answer.body) };
}

async function* piecesFrom(
	first: IteratorResult<Uint8Array>,
	pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	try {
		for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
	} finally {
		await pieces.return?.();
	}
}
