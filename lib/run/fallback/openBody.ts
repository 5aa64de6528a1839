import { type Answer, unreadableAnswerFailure } from '../../core/answer';
import { messageOf } from '../../core/failure';
import { AnswerBody } from '../../core/streams';

/** The answer once the first bytes of its body are there, as a part of its attempt (`Call`): a body that breaks off before counts as lost. Throws a ServiceFailure. */
export async function openBody(answer: Answer): Promise<Answer> {
	if (!(answer.body instanceof AnswerBody)) return answer;
	await answer.body.head(1).catch((error: unknown) => {
		const message = `The answer ended early, before its first byte: ${messageOf(error)}`;
		throw unreadableAnswerFailure(
			answer,
			message,
			{ kind: 'unreachable', status: undefined },
			error,
		);
	});
	return answer;
}
