import type { ItemContext } from '../../lib/core/execution';
import { badInput, failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { WALLET_CREDENTIAL } from '../../lib/wire/credential';
import { readAs } from '../../lib/wire/readAs';
import type { Item } from '../../lib/run/item';
import type { Prepare } from '../../lib/wire/send';
import { dailyMaximumUnits } from '../../lib/wallet/dailyLimit';
import type { PaymentLimits } from '../../lib/wallet/offer';
import {
	MINIMUM_TOP_UP_UNITS,
	unitsOfServiceAmount,
	usdcText,
	usdcUnits,
} from '../../lib/wallet/usdc';
import { openWallet, type Wallet } from '../../lib/wallet/wallet';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { WALLET_BALANCE_SCHEMA, WALLET_BALANCE_URL } from './walletBalance';

/** What the items of a run want to pay, by index; forgotten with the run. */
const AMOUNTS_BY_RUN = new WeakMap<object, Map<number, bigint>>();

/** Checks the amounts of all items together, and that the connection is private, before anything is asked of the service. */
export const checkTopUp: Prepare = function (options) {
	if (options.skipSslCertificateValidation === true) {
		throw badInput(
			'Top Up does not run with Ignore SSL Issues: whoever is in between could name another receiver. Nothing was signed',
			'Turn off Ignore SSL Issues under Request Options.',
		);
	}
	const { maximum, amount } = readTopUpLimits(this);
	if (amount !== undefined && amount > maximum) {
		throw badInput(
			`Amount to Pay (USD) is ${usdcText(amount)}, more than the ${usdcText(maximum)} of Never Pay More Than (USD). Nothing was signed`,
			'Lower the amount, or raise Never Pay More Than (USD).',
		);
	}
	requireTotalWithin(this, amount ?? MINIMUM_TOP_UP_UNITS, maximum);
};

/** Throws a ServiceFailure where the items of the run, each with the least that is known of it, come to more than the maximum. */
function requireTotalWithin(context: ItemContext, amount: bigint, maximum: bigint) {
	const [run, item] = [context.getExecuteData(), context.getItemIndex()];
	const amounts = AMOUNTS_BY_RUN.get(run) ?? new Map<number, bigint>();
	AMOUNTS_BY_RUN.set(run, amounts.set(item, amount));
	const { size } = amounts;
	const total = [...amounts.values()].reduce((sum, units) => sum + units, 0n);
	if (size === 1 || total <= maximum) return;
	amounts.delete(item);
	throw badInput(
		`Nothing was signed: ${size} top-ups cost at least ${usdcText(total)} USD, more than the ${usdcText(maximum)} of Never Pay More Than (USD), which holds for all items together`,
		'Each item makes a top-up of its own. Put a Limit node before this one to pay once, or raise Never Pay More Than (USD).',
	);
}

/** What the user allows for the current item. Throws a ServiceFailure if the amount is not a number. */
export function readTopUpLimits(context: ItemContext): PaymentLimits {
	const receiver = String(context.parameters.options.receiver ?? '').trim();
	const amount = context.parameters.amount ?? '';
	return {
		maximum: usdcUnits(context.parameters.maxAmount, 'Never Pay More Than (USD)'),
		...(amount !== '' && { amount: usdcUnits(amount, 'Amount to Pay (USD)') }),
		...(receiver !== '' && { receiver }),
	};
}

/** The limits with the amount to pay and who named it: the user, or else the service with the balance of the wallet, or else with its offer. */
export async function limitsWithAmount(
	item: Item,
): Promise<PaymentLimits & { amountFrom: 'parameter' | 'suggestion' | 'offer' }> {
	const { context } = item;
	const limits = readTopUpLimits(context);
	if (limits.amount !== undefined) return { ...limits, amountFrom: 'parameter' };
	const suggested = await readSuggestedTopUp(item);
	if (suggested === undefined) return { ...limits, amountFrom: 'offer' };
	if (suggested > limits.maximum) {
		throw badInput(
			`Nothing was signed: the service suggests to pay ${usdcText(suggested)} USD, more than the ${usdcText(limits.maximum)} of Never Pay More Than (USD)`,
			'Enter Amount to Pay (USD), or raise Never Pay More Than (USD).',
		);
	}
	requireTotalWithin(context, suggested, limits.maximum);
	return { ...limits, amount: suggested, amountFrom: 'suggestion' };
}

/** What the service suggests for this wallet in base units, at least the least it takes; undefined where it suggests nothing. */
async function readSuggestedTopUp({ send, request: built }: Item): Promise<bigint | undefined> {
	const { baseURL, timeout, proxy, headers } = built;
	const request = { baseURL, timeout, proxy, headers, url: WALLET_BALANCE_URL } as const;
	const policy = { free: true, bucket: WALLET_BALANCE_URL } as const;
	const answer = await send({ ...request, method: 'GET' }, policy).catch(failureOrRethrow);
	if (answer instanceof ServiceFailure) {
		// A wallet that the service has never seen.
		if (verdictOf(answer.facts).absent === 'item') return undefined;
		throw answer.withMessage(
			`Nothing was signed: what the service suggests to pay could not be read: ${answer.message}`,
		);
	}
	const { suggestedTopUpUsd, minimumTopUpUsd } = readAs(answer, WALLET_BALANCE_SCHEMA).data;
	const suggested = unitsOfServiceAmount(suggestedTopUpUsd) ?? 0n;
	if (suggested <= 0n) return undefined;
	const minimum = unitsOfServiceAmount(minimumTopUpUsd) ?? MINIMUM_TOP_UP_UNITS;
	return [suggested, minimum, MINIMUM_TOP_UP_UNITS].reduce((one, other) =>
		one > other ? one : other,
	);
}

/** The wallet of the credential, and what it may pay within a day in base units; undefined when there is no limit. */
export async function readWalletAndDailyLimit(
	context: ItemContext,
): Promise<{ wallet: Wallet; perDay: bigint | undefined }> {
	const credential = await context.getCredentials(WALLET_CREDENTIAL);
	const { network, privateKey } = credential;
	const perDay = dailyMaximumUnits(credential);
	return { wallet: openWallet(network === 'solana' ? 'solana' : 'evm', privateKey), perDay };
}
