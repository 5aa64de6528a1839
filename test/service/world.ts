import { type ApiKey, createKeys, type KeyName } from './auth';
import type { Charge } from './billing';
import { PromptCache } from './chat/promptCache';
import type { ScriptedTurn } from './chat/script';
import { Clock } from './clock';
import { Enclave } from './enclave/enclave';
import { EnclaveRoom } from './enclave/switches';
import { FailureBlock } from './failureBlock';
import { Faults } from './faults';
import type { Ears } from './hearing/ears';
import { Journal } from './journal';
import { type JobDurations, Jobs } from './jobs/jobs';
import { KeyRing } from './keys/keyRing';
import { LimitLog } from './limitLog';
import { type Studio, plainStudio } from './media/studio';
import { type LimitOptions, RateLimits } from './rateLimits';
import { RpcLedger } from './rpc/rpcLedger';
import type { UsageEntry } from './usage/entry';
import { type HistoryOptions, seededHistory } from './usage/seeded';
import { UsageHistory } from './usage/usageHistory';
import { Voices } from './voices/voices';
import { TopUps } from './wallet/topUps';
import { Wallets } from './wallet/wallets';

/** What was measured of the service that it stands for: 1,100 to 1,750. */
const OWN_INSTRUCTION_TOKENS = 1_700;
/** By the specification. */
const FAILURE_BUDGET = 20;

export interface ServiceOptions {
	port?: number;
	/** Name under which a machine or container other than this one reaches it; it then listens on every interface. */
	host?: string;
	/** Stands for the brand in header names and parameter names. */
	namePrefix?: string;
	seed?: number;
	/** The default user's history before the first call. */
	history?: HistoryOptions;
	limits?: LimitOptions;
	/** Pictures, speech and chat answers for people who look on. They take longer; what is refused and charged is the same. */
	demo?: boolean;
	/** What each chat answer of a demo begins with; left out, that no model was asked. */
	preface?: string;
	balances?: { usd?: number; diem?: number };
	/** EVM wallets in small letters that have nothing on their chain to pay with. */
	unfunded?: readonly string[];
	cursorLifeMs?: number;
	/** Refuses with 406 to answer with a media type that the request does not accept. */
	strictAccept?: boolean;
	/** How long an asynchronous job takes, in milliseconds of the service's clock. */
	jobs?: Partial<JobDurations>;
	now?: () => number;
	/** Leaves the time out of its answers. */
	sendsNoTime?: boolean;
	/** Characters of each piece of a streamed answer. */
	pieceCharacters?: number;
	/** Tokens of its own instructions, which it bills with every chat that does not switch them off. */
	ownInstructionTokens?: number;
	/** Whether a chat's counts of cached tokens stand at the top of its usage. */
	cacheCountsAtTop?: boolean;
	/** Failures in 30 seconds that do not yet block a key. */
	failureBudget?: number;
	/** Hears what is said in a recording; without them a transcription is the same for all. */
	ears?: Ears;
}

/** How chat models answer from now on, until the reset: nothing set means as the request would have it. */
export interface AnswerManner {
	/** Tokens of each answer: so many, or as many as the request and the model allow. The text itself stays short. */
	tokens?: number | 'all';
	/** Whether the limit of the request is ignored. */
	ignoresLimit?: boolean;
	/** How many times its price a call is charged. */
	chargeFactor?: number;
}

/** All state of one running service. */
export class World {
	readonly namePrefix: string;
	readonly studio: Studio;
	readonly ears?: Ears;
	readonly clock: Clock;
	readonly now: () => number;
	readonly cursorLifeMs: number;
	readonly strictAccept: boolean;
	readonly sendsNoTime: boolean;
	readonly pieceCharacters: number;
	readonly ownInstructionTokens: number;
	readonly cacheCountsAtTop: boolean;
	readonly cursorSecret: string;
	readonly journal = new Journal();
	readonly faults = new Faults(() => this.now());
	readonly ledger: Charge[] = [];
	readonly limits: RateLimits;
	readonly limitLog: LimitLog;
	readonly failures: FailureBlock;
	readonly jobs: Jobs;
	readonly voices: Voices;
	readonly rpc: RpcLedger;
	readonly wallets: Wallets;
	readonly topUps: TopUps;
	readonly keys: Record<KeyName, ApiKey>;
	readonly keyRing: KeyRing;
	readonly enclaves = new EnclaveRoom(() => new Enclave(() => this.now()));
	/** The prompts of chat models, as far as they are found again. */
	readonly prompts = new PromptCache();
	/** What the chat models say next, before they think of something themselves. */
	readonly script: ScriptedTurn[] = [];
	manner: AnswerManner = {};
	/** Which key paid for an entry; entries that are not in it came from elsewhere. */
	readonly paidBy = new WeakMap<UsageEntry, ApiKey>();
	/** What was computed and may be given again for a while. */
	readonly cache = new Map<string, { at: number; json: unknown }>();
	/** The users that have a call of an exclusive route open, with the route. */
	readonly busy = new Set<string>();
	/** The staked credit of a day. */
	readonly allocation: number;
	readonly stopped = new AbortController();
	private readonly histories = new Map<string, UsageHistory>();
	private readonly money: { usd: number; diem: number };
	private serial = 0;
	private lastStamp = 0;

	constructor(options: ServiceOptions = {}, studio = plainStudio) {
		this.studio = studio;
		this.ears = options.ears;
		const seed = options.seed ?? 1;
		this.namePrefix = options.namePrefix ?? 'service';
		this.clock = new Clock(options.now ?? Date.now);
		this.now = () => this.clock.now();
		this.sendsNoTime = options.sendsNoTime ?? false;
		this.pieceCharacters = options.pieceCharacters ?? 12;
		this.ownInstructionTokens = options.ownInstructionTokens ?? OWN_INSTRUCTION_TOKENS;
		this.cacheCountsAtTop = options.cacheCountsAtTop === true;
		this.cursorLifeMs = options.cursorLifeMs ?? 3_600_000;
		this.strictAccept = options.strictAccept === true;
		this.cursorSecret = `cursor of seed ${seed}`;
		this.limits = new RateLimits(options.limits ?? {}, this.now);
		this.limitLog = new LimitLog(this.now);
		this.failures = new FailureBlock(this.now, options.failureBudget ?? FAILURE_BUDGET);
		this.jobs = new Jobs(this.now, options.jobs);
		this.voices = new Voices(this.now);
		this.rpc = new RpcLedger(this.now);
		this.wallets = new Wallets(options.now ?? Date.now);
		this.topUps = new TopUps(this.wallets, options.unfunded);
		this.money = { usd: 100, diem: 0, ...options.balances };
		this.allocation = this.money.diem;
		this.keys = createKeys(this.money);
		this.keyRing = new KeyRing(Object.values(this.keys), this.now);
		const seeded = options.history && seededHistory(seed, options.history);
		this.histories.set(this.keys.user.account.id, new UsageHistory(seeded));
	}

	historyOf(user: string): UsageHistory {
		const known = this.histories.get(user) ?? new UsageHistory();
		this.histories.set(user, known);
		return known;
	}

	nextSerial(): number {
		return ++this.serial;
	}

	/** The time of an export, moved on when needed so that no two exports share it. */
	exportTime(): number {
		this.lastStamp = Math.max(this.now(), this.lastStamp + 1);
		return this.lastStamp;
	}

	/** Back to the state right after the start. */
	reset(): void {
		this.ledger.length = 0;
		this.script.length = 0;
		this.manner = {};
		const { journal, faults, limits, limitLog, failures, jobs, voices, rpc, cache } = this;
		const stores = [journal, faults, limits, limitLog, failures, jobs, voices, rpc, cache];
		const others = [this.wallets, this.topUps, this.keyRing, this.prompts, this.enclaves];
		for (const store of [...stores, ...others]) store.clear();
		for (const history of this.histories.values()) history.clear();
		Object.assign(this.keys.user.account.balances, this.money);
		this.clock.clear();
	}
}
