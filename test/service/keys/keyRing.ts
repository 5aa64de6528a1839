import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../auth';
import type { Charge } from '../billing';
import type { KeyChange, NewKey } from '../schemas/apiKeys';

/** What the settings of a key say; `id` and secret stand in the key itself. */
export interface KeySettings {
	description: string;
	limitPeriod: 'EPOCH' | 'MONTH' | 'LIFETIME';
	limits: { usd: number | null; diem: number | null };
	modelPrivacy: 'ALL' | 'PRIVATE_TEXT' | 'PRIVATE_ONLY';
	createdAt: number;
	expiresAt: number | null;
}

interface Held {
	key: ApiKey;
	settings: KeySettings;
}

const MOST_KEYS = 500;
const WEEK_MS = 7 * 86_400_000;

/** The keys of all accounts: those the service starts with, and those made since. */
export class KeyRing {
	private held: Held[] = [];
	private readonly charges = new Map<string, Charge[]>();

	constructor(
		private readonly first: readonly ApiKey[],
		private readonly now: () => number,
	) {
		this.clear();
	}

	/** Every key that signs in, whether or not it still may. */
	get all(): ApiKey[] {
		return this.held.map(({ key }) => key);
	}

	/** The keys of the account that a caller belongs to, oldest first. */
	of({ account }: ApiKey): Held[] {
		return this.held.filter(({ key }) => key.account === account);
	}

	find(caller: ApiKey, id: string): Held | undefined {
		return this.of(caller).find(({ key }) => key.id === id);
	}

	isFull(caller: ApiKey): boolean {
		return this.of(caller).length >= MOST_KEYS;
	}

	create({ account }: ApiKey, { apiKeyType, ...wanted }: NewKey): Held {
		const settings: KeySettings = {
			...{ description: '', limitPeriod: 'EPOCH', modelPrivacy: 'ALL', expiresAt: null },
			...{ limits: { usd: null, diem: null }, createdAt: this.now() },
		};
		const isExpired = () => settings.expiresAt !== null && this.now() >= settings.expiresAt;
		const isSpent = () => this.isSpent(made);
		const key: ApiKey = {
			...{ id: `key-${this.held.length + 1}-${this.now()}`, kind: apiKeyType, account },
			secret: `${apiKeyType}_KEY_${randomBytes(24).toString('base64url')}`,
			get active() {
				return !isExpired();
			},
			get capReached() {
				return isSpent();
			},
		};
		const made = { key, settings };
		this.held.push(made);
		this.change(made, wanted);
		return made;
	}

	/** A limit that is left out stays as it is. */
	change(
		{ settings }: Held,
		{ description, limitPeriod, modelPrivacy, ...others }: Omit<KeyChange, 'id'>,
	): void {
		const { consumptionLimit = {}, expiresAt } = others;
		const { usd, diem } = consumptionLimit;
		if (description !== undefined) settings.description = description;
		if (limitPeriod !== undefined) settings.limitPeriod = limitPeriod;
		if (modelPrivacy !== undefined) settings.modelPrivacy = modelPrivacy;
		if (usd !== undefined) settings.limits.usd = usd;
		if (diem !== undefined) settings.limits.diem = diem;
		if (expiresAt === undefined) return;
		settings.expiresAt = expiresAt === null || expiresAt === '' ? null : Date.parse(expiresAt);
	}

	delete(held: Held): void {
		this.held = this.held.filter((other) => other !== held);
	}

	/** Notes what a call of the key was charged. */
	note({ id }: ApiKey, charge: Charge): void {
		this.charges.set(id, [...(this.charges.get(id) ?? []), charge]);
	}

	lastUse({ id }: ApiKey): number | undefined {
		return this.charges.get(id)?.at(-1)?.at;
	}

	/** What was charged in the last seven days, as the decimals that the service writes. */
	usedInWeek(key: ApiKey) {
		return this.usedSince(key, this.now() - WEEK_MS);
	}

	/** What counts against the limits; days and months are those of UTC. */
	usedInPeriod({ key, settings }: Held) {
		const start = new Date(this.now());
		start.setUTCHours(0, 0, 0, 0);
		if (settings.limitPeriod === 'MONTH') start.setUTCDate(1);
		return this.usedSince(key, settings.limitPeriod === 'LIFETIME' ? 0 : start.getTime());
	}

	/** Back to the keys of the start. */
	clear(): void {
		this.charges.clear();
		this.held = this.first.map((key) => ({ key, settings: settingsOf(key) }));
	}

	private usedSince({ id }: ApiKey, start: number) {
		const since = (this.charges.get(id) ?? []).filter(({ at }) => at >= start);
		const sum = (wanted: (charge: Charge) => boolean) =>
			since.filter(wanted).reduce((total, { usd }) => total + usd, 0);
		const diem = sum(({ currency }) => currency === 'DIEM');
		return { usd: (sum(() => true) - diem).toFixed(10), diem: diem.toFixed(10) };
	}

	private isSpent(held: Held): boolean {
		const { usd, diem } = this.usedInPeriod(held);
		const { limits } = held.settings;
		if (held.key.account.balances.diem > 0) return Number(diem) >= (limits.diem ?? Infinity);
		return Number(usd) >= (limits.usd ?? Infinity);
	}
}

/** The settings of a key that was there at the start; one whose cap is reached may spend nothing. */
function settingsOf({ id, capReached }: ApiKey): KeySettings {
	return {
		...{ description: `Made before: ${id}`, limitPeriod: 'LIFETIME', modelPrivacy: 'ALL' },
		limits: { usd: capReached ? 0 : null, diem: null },
		...{ createdAt: 0, expiresAt: null },
	};
}
