import type { Account, ApiKey } from '../auth';
import { Refusal, refuse } from '../errors';
import { FLOOR_USD, shortage } from './shortage';
import { SignInRefused, verifySignIn } from './signIn';

const NONCE_MEMORY_MS = 330_000;
const MOST_IN_FLIGHT = 5;

/** A movement on a wallet's balance; `amount` is negative for a charge. */
export interface Movement {
	id: string;
	amount: number;
	balanceAfter: number;
	type: 'TOP_UP' | 'CHARGE' | 'REFUND';
	createdAt: string;
	requestId: string | null;
	modelId: string | null;
}

interface State {
	account: Account;
	movements: Movement[];
	nonces: Map<string, number>;
	inFlight: number;
}

/** The wallets that the service has seen: credit, movements, spent nonces and open requests. */
export class Wallets {
	private readonly states = new Map<string, State>();
	private serial = 0;

	/** `now` is the time of day, which no test moves: signatures are made by clocks outside. */
	constructor(private readonly now: () => number) {}

	/** The caller behind a sign-in header, spending its nonce; a Refusal where the header is not accepted. */
	async admit(header: string, url: string): Promise<ApiKey | Refusal> {
		const { host } = new URL(url);
		try {
			const { address, nonce } = await verifySignIn(header, host, this.now());
			this.spend(address, nonce);
			const id = idOf(address);
			const { account } = this.state(address);
			account.wallet = {
				address: id,
				refusal: () =>
					account.balances.usd < FLOOR_USD
						? shortage(account.balances.usd, url, this.now())
						: undefined,
				note: (usd, { requestId }) => this.note(id, -usd, usd < 0 ? 'REFUND' : 'CHARGE', requestId),
			};
			const rights = { kind: 'INFERENCE', active: true, capReached: false } as const;
			return { id: `wallet-${id}`, secret: '', account, ...rights };
		} catch (error) {
			if (!(error instanceof SignInRefused)) return await Promise.reject(error);
			const sentence = `The wallet signature was not accepted: ${error.message}`;
			return refuse(401, sentence, 'X402_INVALID_SIGN_IN');
		}
	}

	/** Takes one of the wallet's five places and gives how to leave it; a Refusal when all are taken. */
	enter(address: string): (() => void) | Refusal {
		const state = this.state(address);
		if (state.inFlight >= MOST_IN_FLIGHT) {
			return refuse(429, 'This wallet has too many requests open', 'RATE_LIMIT_EXCEEDED');
		}
		state.inFlight += 1;
		let held = true;
		return () => {
			if (held) state.inFlight -= 1;
			held = false;
		};
	}

	balanceOf(address: string): number {
		return this.state(address).account.balances.usd;
	}

	/** Newest first. */
	movementsOf(address: string): readonly Movement[] {
		return this.state(address).movements;
	}

	/** Gives credit; the new balance comes back. */
	credit(address: string, usd: number): number {
		const { balances } = this.state(address).account;
		balances.usd = Number((balances.usd + usd).toFixed(6));
		this.note(address, usd, 'TOP_UP', null);
		return balances.usd;
	}

	clear(): void {
		this.states.clear();
	}

	private note(
		address: string,
		amount: number,
		type: Movement['type'],
		requestId: string | null,
	): void {
		const { movements, account } = this.state(address);
		movements.unshift({
			id: `ledger_${String(++this.serial).padStart(8, '0')}`,
			amount,
			balanceAfter: account.balances.usd,
			type,
			createdAt: new Date(this.now()).toISOString(),
			requestId,
			modelId: null,
		});
	}

	private spend(address: string, nonce: string): void {
		const { nonces } = this.state(address);
		const now = this.now();
		for (const [known, until] of nonces) if (until <= now) nonces.delete(known);
		if (nonces.has(nonce)) throw new SignInRefused('the nonce was used before');
		nonces.set(nonce, now + NONCE_MEMORY_MS);
	}

	private state(address: string): State {
		const id = idOf(address);
		const known = this.states.get(id);
		if (known) return known;
		const account: Account = { id, balances: { usd: 0, diem: 0 } };
		const state = { account, movements: [], nonces: new Map<string, number>(), inFlight: 0 };
		this.states.set(id, state);
		return state;
	}
}

/** One name for a wallet, however it is written: small letters on EVM, as it is on Solana. */
export function idOf(address: string): string {
	return address.startsWith('0x') ? address.toLowerCase() : address;
}
