import type { ApiKey } from './auth';

export interface LimitHit {
	apiKeyId: string;
	modelId: string;
	rateLimitTier: string;
	rateLimitType: 'RPM' | 'TPM' | 'FAILED_REQUESTS';
	timestamp: string;
}

const KEPT = 50;

/** The last hits of each account against a limit, newest first. */
export class LimitLog {
	private hits = new Map<string, LimitHit[]>();

	constructor(private readonly now: () => number) {}

	note({ id, account }: ApiKey, modelId: string, rateLimitType: LimitHit['rateLimitType']): void {
		const timestamp = new Date(this.now()).toISOString();
		const hit = { apiKeyId: id, modelId, rateLimitTier: 'paid', rateLimitType, timestamp };
		this.hits.set(account.id, [hit, ...this.of(account.id)].slice(0, KEPT));
	}

	of(user: string): LimitHit[] {
		return this.hits.get(user) ?? [];
	}

	clear(): void {
		this.hits.clear();
	}
}
