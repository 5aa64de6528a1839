import type { PromptSize } from './callSize';

/** More than the service was seen to add to a prompt on its own. */
const MOST_ADDED_TOKENS = 2_500;
/** A text has no more or fewer tokens than so many times those that are counted. */
const RATIO = { least: 0.5, most: 4 };
/** How many answers are remembered: one that was dear must not hold back short ones for long. */
const MAX_ANSWERS = 20;
/** More models and accounts, and nodes, than one process uses. */
const MAX_KINDS = 1_000;
const MAX_NODES = 100;

/** What an answer showed. */
export interface SeenAnswer {
	size: PromptSize;
	/** Tokens of its prompt, and of each of its answers, as they were charged. */
	prompt: number;
	answer: number;
	/** The usage that it stated, and what the service says that it charged, in USD; undefined where it does not. */
	usage: unknown;
	usd?: number;
	/** The limit of each answer that was sent. */
	limit?: number;
}

/** How long the answers to a node were, in tokens. */
export interface SeenLengths {
	usual: number;
	shortest: number;
	/** One that was cut counts double. */
	longest: number;
}

/** What real answers have shown of the charges of one kind of call, to one model, for one account. */
export class SeenCharges {
	private readonly answers: SeenAnswer[] = [];

	private readonly lengthsByNode = new Map<string, Array<{ tokens: number; isCut: boolean }>>();

	private shortest?: SeenAnswer;

	private longest?: SeenAnswer;

	get isSeen(): boolean {
		return this.answers.length > 0;
	}

	get isPromptSeen(): boolean {
		return this.shortest !== undefined;
	}

	/** Whether an answer was longer than the limit that was sent. */
	get ignoresLimits(): boolean {
		return this.answers.some(({ answer, limit = Infinity }) => answer > limit);
	}

	note(node: string, seen: SeenAnswer): void {
		addTo(this.answers, seen, MAX_ANSWERS);
		const lengths = recall(this.lengthsByNode, node, () => [], MAX_NODES);
		const isCut = seen.answer >= (seen.limit ?? Infinity);
		addTo(lengths, { tokens: seen.answer, isCut }, MAX_ANSWERS);
		if (seen.size.files > 0 || seen.size.text === 0) return;
		if (seen.size.text <= (this.shortest?.size.text ?? Infinity)) this.shortest = seen;
		if (seen.size.text >= (this.longest?.size.text ?? 0)) this.longest = seen;
	}

	/** How many tokens a prompt is probably charged: what was added to the shortest one that was seen, and the rest in proportion to the longest. */
	promptTokens({ text, files, own }: PromptSize): number {
		const { shortest, longest } = this;
		if (shortest === undefined || longest === undefined) return text + files + own;
		const added = within(0, shortest.prompt - shortest.size.text, MOST_ADDED_TOKENS);
		const ratio = within(RATIO.least, (longest.prompt - added) / longest.size.text, RATIO.most);
		return Math.ceil(added + ratio * text + files);
	}

	lengthsOf(node: string): SeenLengths | undefined {
		const seen = this.lengthsByNode.get(node);
		if (seen === undefined) return undefined;
		const tokens = seen.map((one) => one.tokens);
		return {
			usual: Math.ceil(meanOf(tokens)),
			shortest: Math.min(...tokens),
			longest: Math.max(...seen.map((one) => one.tokens * (one.isCut ? 2 : 1))),
		};
	}

	/** How many times its price a call was charged, usually and at most; `priceOf` makes the price of a usage. */
	chargeFactor(priceOf: (usage: unknown) => number | undefined): { usual: number; most: number } {
		const factors = this.answers.flatMap(({ usage, usd }) => {
			const price = priceOf(usage);
			return usd === undefined || price === undefined || price === 0 ? [] : [usd / price];
		});
		if (factors.length === 0) return { usual: 1, most: 1 };
		return { usual: meanOf(factors), most: Math.max(1, ...factors) };
	}
}

/** By account, kind and model. */
export const chargesSeen = new Map<string, SeenCharges>();

export function seenChargesOf(key: string): SeenCharges {
	return recall(chargesSeen, key, () => new SeenCharges(), MAX_KINDS);
}

/** The entry of a map, which forgets the one that was asked for least recently. */
function recall<T>(map: Map<string, T>, key: string, make: () => T, most: number): T {
	const known = map.get(key) ?? make();
	map.delete(key);
	map.set(key, known);
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
	return known;
}

function addTo<T>(list: T[], entry: T, most: number): void {
	list.push(entry);
	if (list.length > most) list.shift();
}

function meanOf(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function within(least: number, value: number, most: number): number {
	return Math.min(most, Math.max(least, value));
}
