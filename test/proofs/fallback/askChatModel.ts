import type { IDataObject } from 'n8n-workflow';
import { chatModel } from '../../nodes/LmChatInference/chatModel';
import type { LocalService } from '../../service/service';
import { accessTo } from '../../engine/access';
import { CHAT } from './work';

/** What the chat model of an agent answers to each mark, in the shape of the items of the nodes. */
export async function askChatModel(
	service: LocalService,
	marks: readonly IDataObject[],
): Promise<IDataObject[]> {
	const { response } = await chatModel(accessTo(service), CHAT);
	return await Promise.all(
		marks.map(async ({ mark }) => {
			try {
				const { content, response_metadata: facts } = await response.invoke(String(mark));
				return { content: String(content), fallback: facts.fallback as IDataObject | undefined };
			} catch (error) {
				return { error: wordsOf(error) };
			}
		}),
	);
}

function wordsOf(error: unknown): string {
	const { message = '', description = '' } = error as { message?: string; description?: string };
	return `${message} ${description}`;
}
