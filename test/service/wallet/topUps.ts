import { createHash } from 'node:crypto';
import type { Answer } from '../answer';
import { parseJson } from '../call';
import { Refusal } from '../errors';
import { type Accepted, ACCEPTS, base64Json, FACILITATOR_SEED, MOST_USD, usdOf } from './accepts';
import { openEvmChain } from './evmChain';
import { openSolanaChain } from './solanaChain';
import { idOf, type Wallets } from './wallets';

/** A payment that reached its chain. */
export interface Payment {
	network: string;
	payer: string;
	transaction: string;
	amountUsd: number;
}

interface Paid {
	x402Version: 2;
	accepted: Accepted;
	payload: Record<string, unknown>;
}

/** Takes payments through the x402 facilitators over chains of their own; each header settles once. */
export class TopUps {
	readonly payments: Payment[] = [];
	private readonly answers = new Map<string, Promise<Answer>>();
	private chains?: ReturnType<typeof openChains>;

	constructor(
		private readonly wallets: Wallets,
		/** EVM wallets in small letters that have nothing to pay with. */
		private readonly unfunded: readonly string[] = [],
	) {}

	/** The answer to a payment header, the first one again where it was sent before; throws a Refusal of shape K. */
	async pay(header: string): Promise<Answer> {
		const name = createHash('sha256').update(header).digest('hex');
		const known = this.answers.get(name);
		if (known) return await known;
		const answer = this.settle(header);
		this.answers.set(name, answer);
		answer.catch(() => this.answers.delete(name));
		return await answer;
	}

	clear(): void {
		this.payments.length = 0;
		this.answers.clear();
		this.chains = undefined;
	}

	private async settle(header: string): Promise<Answer> {
		const paid = read(header);
		const offered = ACCEPTS.find((one) => one.network === paid.accepted.network);
		const problem = offered ? difference(offered, paid.accepted) : 'network';
		if (!offered || problem) throw invalid('X402_INVALID_PAYMENT', `${problem}_mismatch`);
		this.chains ??= openChains(this.unfunded);
		const chains = await this.chains;
		const { facilitator } = offered.network === 'eip155:8453' ? chains.evm : chains.solana;
		const requirements = { ...offered, amount: paid.accepted.amount };
		const settled = await facilitator.settle(paid, requirements);
		if (!settled.success || !settled.payer) {
			throw invalid('PAYMENT_VERIFICATION_FAILED', settled.errorReason ?? 'unknown');
		}
		const { payer, transaction, network } = settled;
		const amountUsd = usdOf(paid.accepted.amount);
		const newBalance = this.wallets.credit(payer, amountUsd);
		this.payments.push({ network, payer, transaction, amountUsd });
		const paymentId = `payment_${createHash('sha256').update(transaction).digest('hex').slice(0, 26)}`;
		const receipt = { success: true, network, payer, transaction };
		const data = { walletAddress: idOf(payer), amountCredited: amountUsd, newBalance, paymentId };
		return {
			headers: { 'payment-response': base64Json(receipt) },
			payload: { json: { success: true, data } },
		};
	}
}

async function openChains(unfunded: readonly string[]) {
	const funds = (owner: string) => (unfunded.includes(owner.toLowerCase()) ? 0n : 10n ** 30n);
	return { evm: await openEvmChain(funds), solana: await openSolanaChain(FACILITATOR_SEED) };
}

function read(header: string): Paid {
	const value = parseJson(Buffer.from(header, 'base64'));
	const { x402Version, accepted, payload } = Object(value);
	if (typeof payload !== 'object' || payload === null) throw malformed();
	if (x402Version === 2 && typeof accepted === 'object' && accepted !== null) {
		return { x402Version, accepted, payload };
	}
	const older = offerNamed(Object(value), payload);
	if ((x402Version === 1 || x402Version === 2) && older) {
		return { x402Version: 2, accepted: older, payload };
	}
	throw malformed();
}

/** The offer that an older form of the header pays: it names scheme and network in place of the whole offer (x402 version 1). */
function offerNamed(
	{ scheme, network }: Record<string, unknown>,
	payload: Record<string, unknown>,
): Accepted | undefined {
	const names: Record<string, unknown> = { base: 'eip155:8453', solana: ACCEPTS[1]?.network };
	const offer = ACCEPTS.find((one) => [network, names[String(network)]].includes(one.network));
	if (offer === undefined || scheme !== offer.scheme) return undefined;
	const { value } = Object(payload.authorization);
	return { ...offer, amount: typeof value === 'string' ? value : offer.amount };
}

function malformed(): Refusal {
	return invalid('X402_INVALID_PAYMENT', 'malformed_header');
}

/** The first field that differs from the offer; the amount may be larger, up to the service's maximum. */
function difference(offered: Accepted, accepted: Accepted): string | undefined {
	const { amount } = accepted;
	if (typeof amount !== 'string' || !/^[1-9]\d{0,11}$/.test(amount)) return 'amount';
	if (BigInt(amount) < BigInt(offered.amount) || usdOf(amount) > MOST_USD) return 'amount';
	const names = new Set([...Object.keys(offered), ...Object.keys(accepted)]);
	const same = { ...accepted, amount: offered.amount } as Record<string, unknown>;
	const wanted: Record<string, unknown> = { ...offered };
	return [...names].find((name) => JSON.stringify(same[name]) !== JSON.stringify(wanted[name]));
}

/** Shape K. */
function invalid(error: string, reason: string): Refusal {
	return new Refusal(400, { error, message: 'The payment was not accepted', details: { reason } });
}
