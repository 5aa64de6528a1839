import type { INodeExecutionData } from 'n8n-workflow';
import { LOADS, type LoadName } from './loads';

/** What became of one item that was given to a node. */
export interface Outcome {
	load: LoadName;
	mark: string;
	/** `answered`: all that was asked for; `explained`: an error with a sentence; `silent`: neither. */
	end: 'answered' | 'explained' | 'silent';
	/** The error's message, and what is written below it. */
	said: { message: string; description: string };
	/** The job that was queued. */
	queueId?: string;
}

/** The items that a run gave, sorted by the item each came from. */
export function outcomesOf(
	load: LoadName,
	marks: readonly string[],
	given: readonly INodeExecutionData[],
): Outcome[] {
	const byItem = new Map<number, INodeExecutionData[]>();
	for (const item of given) {
		const index = pairOf(item);
		byItem.set(index, [...(byItem.get(index) ?? []), item]);
	}
	return marks.map((mark, index) => outcomeOf(load, mark, byItem.get(index) ?? []));
}

function outcomeOf(load: LoadName, mark: string, items: INodeExecutionData[]): Outcome {
	const said = { message: '', description: '' };
	const failed = items.find(({ error, json }) => error !== undefined || json.error !== undefined);
	if (failed) {
		said.message = typeof failed.json.error === 'string' ? failed.json.error : '';
		const description = failed.error && 'description' in failed.error && failed.error.description;
		said.description = typeof description === 'string' ? description : '';
		// A sentence for a person, with the number of the item, and last; nothing else comes out of this item but pages before it.
		const { paged, isAnswer } = LOADS[load];
		const before = items.slice(0, items.indexOf(failed));
		const isLast = items.length === before.length + 1;
		const explained =
			/^[A-Z].{15,} \[item \d+ of \d+\]$/s.test(said.message) &&
			isLast &&
			(paged ? before.every(isAnswer) : before.length === 0);
		return { load, mark, end: explained ? 'explained' : 'silent', said };
	}
	const answered = items.length > 0 && items.every((item) => LOADS[load].isAnswer(item));
	const queueId = items[0]?.json.queueId;
	return {
		load,
		mark,
		end: answered ? 'answered' : 'silent',
		said,
		...(load === 'queue' && typeof queueId === 'string' && { queueId }),
	};
}

function pairOf({ pairedItem }: INodeExecutionData): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;
}
