import { COST_DECIMAL_PLACES, costFromUsd, usdWorthOf, type Cost } from '../core/cost';
import { Big } from '../core/decimal';
import type { Json } from '../core/record';
import { modelFact } from '../models/fetchModel';
import type { CallSize } from './callSize';
import type { PriceBasis, TokenPrice } from './operationPrices';
import { highestInputRate, WEB_CALL_USD } from './recordPrices';
import type { SeenCharges } from './seenCharges';

/** How far from what is counted a prompt may be where none was seen, and where some were. */
const UNSEEN_PROMPT = { least: 0.5, most: 1.5 };
const SEEN_PROMPT = { least: 0.75, most: 1.25 };

/** How far from the charge an estimate of something else than tokens may be. */
const OTHER_ESTIMATES = { least: 0.5, most: 1.5 };

/** How much longer a recording may be than its bytes tell: 32 kbit/s. */
const LONGEST_RECORDING = 4;

/** An answer may become so many times as long as the longest one of its node before it is cut. */
const ROOM_FOR_ANSWERS = 4;

/** An answer of some use, in tokens. */
const LEAST_ANSWER = 100;

/** By what a call is priced that is charged by its tokens. */
export interface TokenBasis {
	spec: Json;
	priceOf: TokenPrice;
	seen: SeenCharges;
	/** Whose answers it is like. */
	node: string;
}

/**
 * What a call costs that is not answered yet: at least, probably and at most. It reads what answers have shown at the time that it is asked, so
 * that a call which waits is priced by the answers that came meanwhile.
 */
export class CallPrice {
	/** `fixed` is the price of a call that is not charged by its tokens; null where it is not known. */
	constructor(
		private readonly size: CallSize,
		private readonly fixed: Cost | null,
		private readonly basis: PriceBasis | undefined,
		private readonly tokens?: TokenBasis,
	) {}

	/** Null where nothing says. */
	get probable(): Cost | null {
		if (this.tokens === undefined) return this.fixed;
		const { answers } = this.size;
		const usd = this.tokenUsd(this.promptTokens, answers.count * this.usualAnswer);
		return costFromUsd(usd && usd * this.chargeFactor.usual, { headers: {} }, true);
	}

	/** The usage that an answer will probably state. */
	get usage(): Json {
		const answer = this.size.answers.count * this.usualAnswer;
		return { prompt_tokens: this.promptTokens, completion_tokens: answer };
	}

	get leastUsd(): number {
		if (this.tokens === undefined) return this.fixedUsd * this.fixedRange.least;
		const { text, files } = this.size.prompt;
		const prompt = this.isPromptSeen
			? this.promptTokens * SEEN_PROMPT.least
			: (text + files) * UNSEEN_PROMPT.least;
		const answer = this.lengths?.shortest ?? Math.min(1, this.limit);
		return rounded(this.tokenUsd(Math.floor(prompt), this.size.answers.count * answer) ?? 0);
	}

	/**
	 * What must be left for it, with nothing in flight: what it usually costs. Where that is a guess, a limit holds the answer of a chat: it goes with
	 * as little as it may cost, or a service that adds nothing to a prompt would never show it.
	 */
	get neededUsd(): number {
		const isGuess = this.size.isChat && !this.isSeen;
		return isGuess || this.probable === null ? this.leastUsd : usdWorthOf(this.probable);
	}

	/** Infinity where nothing bounds it. */
	get mostUsd(): number {
		return this.size.unbounded.length > 0 ? Infinity : this.most(Infinity).usd;
	}

	/** Whether it is known what such calls are charged: by answers that were seen, or as nothing but the price decides. */
	get isSeen(): boolean {
		if (this.tokens === undefined) return true;
		return this.tokens.seen.isSeen && (!this.size.isChat || this.lengths !== undefined);
	}

	/** Whether it is no estimate. */
	get isExact(): boolean {
		return this.tokens === undefined && this.basis?.accuracy !== 'estimate';
	}

	/** Why nothing bounds it, in words; empty where something does. */
	get unbounded(): string[] {
		return this.size.unbounded;
	}

	/** What the estimate takes for granted, in words; empty where nothing about it is estimated. */
	get assumptions(): string[] {
		if (this.basis?.from !== 'modelPrice' || this.basis.accuracy !== 'estimate') return [];
		const { prompt, answers, recording, unbounded } = this.size;
		const added = this.promptTokens - prompt.text - prompt.files;
		const answer = answers.count * this.usualAnswer;
		return [
			...(prompt.own > 0 && added > 0
				? [`about ${inWords(added)} tokens that the service adds, such as its own instructions`]
				: []),
			...(prompt.files > 0 ? [`about ${inWords(prompt.files)} tokens for files`] : []),
			...unbounded.filter((what) => what !== 'linked files'),
			...(answer > 0 ? [`an answer of ${inWords(answer)} tokens`] : []),
			...(recording?.isGuess === true
				? [`about ${inWords(recording.seconds)} seconds of sound`]
				: []),
		];
	}

	/**
	 * The most that it costs where it may cost `shareUsd`, and the limit of its answers that holds it there; without a limit where it costs no more
	 * anyway. Unless that is all that is left, answers have room for some times the longest one that was seen.
	 */
	most(shareUsd: number, isAll = true): { usd: number; tokens?: number } {
		if (this.tokens === undefined) return { usd: this.fixedUsd * this.fixedRange.most };
		const { answers, isChat } = this.size;
		const prompt = this.mostPromptTokens;
		const { most: factor } = this.chargeFactor;
		const promptUsd = factor * this.mostPromptUsd(prompt);
		const tokenUsd =
			factor * ((this.tokenUsd(prompt, answers.count) ?? 0) - (this.tokenUsd(prompt, 0) ?? 0));
		const limit = this.limit;
		const fittingBeside = (usd: number) =>
			tokenUsd > 0 ? Math.floor((shareUsd - usd) / tokenUsd) : Infinity;
		const probableUsd = factor * (this.tokenUsd(this.promptTokens, 0) ?? 0);
		// Beside the most that a prompt which none is like may cost, a small cap would leave no answer.
		const fitting = Math.max(
			fittingBeside(promptUsd),
			this.isPromptSeen ? 0 : Math.min(LEAST_ANSWER, fittingBeside(probableUsd)),
		);
		const longest = this.lengths?.longest ?? this.usualAnswer / ROOM_FOR_ANSWERS;
		const tokens = Math.max(1, fitting, isAll ? 0 : Math.ceil(ROOM_FOR_ANSWERS * longest));
		if (!isChat || tokens >= limit)
			return { usd: rounded(promptUsd + (tokenUsd > 0 ? limit * tokenUsd : 0)) };
		const charged = this.tokens.seen.ignoresLimits ? Math.max(tokens, 2 * longest) : tokens;
		const usd = rounded(promptUsd + charged * tokenUsd);
		// What fits by whole tokens must not be more for how it is rounded.
		return { usd: charged === fitting ? Math.min(usd, shareUsd) : usd, tokens };
	}

	private get limit(): number {
		const { answers, isChat } = this.size;
		if (!isChat || this.tokens === undefined) return answers.limit;
		const fact = (name: string) => {
			const value = modelFact(this.tokens?.spec ?? {}, name);
			return typeof value === 'number' && value > 0 ? value : Infinity;
		};
		const room = Math.max(1, fact('availableContextTokens') - this.mostPromptTokens);
		return Math.min(answers.limit, fact('maxCompletionTokens'), room);
	}

	private get lengths() {
		return this.tokens?.seen.lengthsOf(this.tokens.node);
	}

	private get usualAnswer(): number {
		return Math.min(this.lengths?.usual ?? this.size.answers.usual, this.limit);
	}

	private get isPromptSeen(): boolean {
		return this.tokens?.seen.isPromptSeen === true;
	}

	private get promptTokens(): number {
		const { text, files, own } = this.size.prompt;
		return this.tokens?.seen.promptTokens(this.size.prompt) ?? text + files + own;
	}

	private get mostPromptTokens(): number {
		const { most } = this.isPromptSeen ? SEEN_PROMPT : UNSEEN_PROMPT;
		const context = modelFact(this.tokens?.spec ?? {}, 'availableContextTokens');
		return Math.min(
			Math.ceil(this.promptTokens * most),
			typeof context === 'number' ? context : Infinity,
		);
	}

	/** A prompt that is written to a cache may cost more than one that is read. */
	private mostPromptUsd(prompt: number): number {
		const highest = (prompt / 1e6) * (highestInputRate(this.tokens?.spec ?? {}) ?? 0);
		return Math.max(highest, this.tokenUsd(prompt, 0) ?? 0);
	}

	private tokenUsd(prompt: number, answer: number): number | undefined {
		const { spec = {}, priceOf } = this.tokens ?? {};
		const usd = priceOf?.(spec, { prompt_tokens: prompt, completion_tokens: answer });
		const search = this.size.unbounded.includes('a web search') ? WEB_CALL_USD : 0;
		return usd === undefined ? undefined : usd + search;
	}

	private get chargeFactor() {
		const { spec = {}, priceOf, seen } = this.tokens ?? {};
		return seen?.chargeFactor((usage) => priceOf?.(spec, usage)) ?? { usual: 1, most: 1 };
	}

	private get fixedUsd(): number {
		return this.fixed === null ? 0 : usdWorthOf(this.fixed);
	}

	private get fixedRange(): { least: number; most: number } {
		if (this.size.recording?.isGuess === true)
			return { least: OTHER_ESTIMATES.least, most: LONGEST_RECORDING };
		if (this.basis?.accuracy === 'estimate') return OTHER_ESTIMATES;
		return { least: this.basis?.accuracy === 'upperBound' ? OTHER_ESTIMATES.least : 1, most: 1 };
	}
}

/** As the service rounds what it charges. */
function rounded(usd: number): number {
	return Number.isFinite(usd) ? Number(new Big(usd).toFixed(COST_DECIMAL_PLACES)) : usd;
}

function inWords(count: number): string {
	return Math.ceil(count).toLocaleString('en-US');
}
