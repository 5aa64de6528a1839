import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { WALLET_CREDENTIAL } from '../../lib/wire/credential';
import type { Prepare } from '../../lib/wire/send';
import { dailyMaximumUnits } from '../../lib/wallet/dailyLimit';
import type { PaymentLimits } from '../../lib/wallet/offerRules';
import { MINIMUM_TOP_UP_UNITS, usdcText, usdcUnits } from '../../lib/wallet/usdc';
import { openWallet, type Wallet } from '../../lib/wallet/wallet';

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
	const maxAmountText = `Max Amount of ${usdcText(maximum)} USD`;
	if (amount !== undefined && amount > maximum) {
		throw badInput(
			`Amount (USD) must be at most the ${maxAmountText}, but ${usdcText(amount)} was given`,
		);
	}
	const run = this.getExecuteData();
	const amounts = AMOUNTS_BY_RUN.get(run) ?? new Map<number, bigint>();
	AMOUNTS_BY_RUN.set(run, amounts.set(this.getItemIndex(), amount ?? MINIMUM_TOP_UP_UNITS));
	const total = [...amounts.values()].reduce((sum, units) => sum + units, 0n);
	if (amounts.size === 1 || total <= maximum) return;
	throw badInput(
		`Nothing was signed: ${amounts.size} top-ups cost at least ${usdcText(total)} USD, more than the ${maxAmountText} for all items together`,
		'Each item makes a top-up of its own. Put a Limit node before this one to pay once, or raise the Max Amount.',
	);
};

/** What the user allows for the current item. Throws a ServiceFailure for an amount that is none. */
export function readTopUpLimits(context: IExecuteSingleFunctions): PaymentLimits {
	const receiver = String(context.getNodeParameter('options.receiver', '') ?? '').trim();
	const amount = context.getNodeParameter('options.amount', '');
	return {
		maximum: usdcUnits(context.getNodeParameter('maxAmount'), 'Max Amount (USD)'),
		...(amount !== '' && { amount: usdcUnits(amount, 'Amount (USD)') }),
		...(receiver !== '' && { receiver }),
	};
}

/** The wallet of the credential, and what it may pay within a day in base units; undefined when there is no limit. */
export async function readWalletAndDailyLimit(
	context: IExecuteSingleFunctions,
): Promise<{ wallet: Wallet; perDay: bigint | undefined }> {
	const { network, privateKey, maxPerDay } = await context.getCredentials(WALLET_CREDENTIAL);
	const perDay = dailyMaximumUnits(maxPerDay);
	return { wallet: openWallet(network === 'solana' ? 'solana' : 'evm', privateKey), perDay };
}
