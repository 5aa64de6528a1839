interface Stored {
	body: string;
	at: number;
	answer: { json: unknown; headers: Record<string, string> };
}

const DAY_MS = 86_400_000;
const CREDITS_PER_DAY = 10_000_000;

/** Credits used in the last 24 hours, and the answers kept under an idempotency key. */
export class RpcLedger {
	private spent: Array<{ user: string; at: number; credits: number }> = [];
	private stored = new Map<string, Stored>();

	constructor(private readonly now: () => number) {}

	isExhausted(user: string): boolean {
		this.spent = this.spent.filter(({ at }) => this.now() - at < DAY_MS);
		const mine = this.spent.filter((one) => one.user === user);
		return mine.reduce((sum, { credits }) => sum + credits, 0) >= CREDITS_PER_DAY;
	}

	spend(user: string, credits: number): void {
		this.spent.push({ user, at: this.now(), credits });
	}

	find(user: string, key: string): Stored | undefined {
		const found = this.stored.get(`${user} ${key}`);
		return found && this.now() - found.at < DAY_MS ? found : undefined;
	}

	store(user: string, key: string, body: string, answer: Stored['answer']): void {
		this.stored.set(`${user} ${key}`, { body, at: this.now(), answer });
	}

	clear(): void {
		this.spent = [];
		this.stored.clear();
	}
}
