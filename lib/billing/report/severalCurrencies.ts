import { amountOf, exactText, ZERO, type Amount } from '../amount';
import { readableCurrency, readableMoney } from './formatting';
import type { SpendReport } from './spendReport';

type ReportedTotals = Pick<SpendReport, 'totals' | 'currencies'>;

/** Currencies that are worth as much as each other (docs/maintainers/service.md#prices). */
const CURRENCIES_AT_PAR_WITH_USD = ['USD', 'DIEM'];

/** What a currency is, for someone who wonders why there are several. */
const MEANINGS = new Map([
	['USD', 'paid from the balance of the account'],
	['DIEM', 'staked credit: 1 DIEM pays for 1 USD'],
	['BUNDLED_CREDITS', 'credits of a subscription, for which the service names no rate to USD'],
]);

/** Below this part of what all currencies with a rate come to, a currency is a detail. */
const MINOR_SHARE = '0.05';

/** What all currencies with a rate of the service come to in USD; empty where there is only one of them. */
export function combinedSpendText(report: ReportedTotals): string {
	const used = report.currencies.filter((one) => report.totals[one]?.exact.net !== '0');
	const summed = used.filter((one) => CURRENCIES_AT_PAR_WITH_USD.includes(one));
	if (summed.length < 2) return '';
	const others = used.filter((one) => !summed.includes(one)).map(readableCurrency);
	const without = others.length === 0 ? '' : `, without ${others.join(' and ')}`;
	const sum = readableMoney(exactText(sumOf(report, summed, 'net')), 'USD');
	return `Together: ${sum}, as 1 DIEM pays for 1 USD${without}`;
}

/** A line for each currency of a report that has several: its spend, and what it is. */
export function currencyLines({ totals, currencies }: ReportedTotals): string[] {
	if (currencies.length < 2) return [];
	return currencies.map((currency) => {
		const spend = readableMoney(totals[currency]?.exact.spend ?? '0', currency);
		const meaning = MEANINGS.get(currency);
		return meaning === undefined ? spend : `${spend}, ${meaning}`;
	});
}

/** Whether next to nothing was spent in a currency, beside what was in others: never said of one that has no rate. */
export function isMinorCurrency(report: ReportedTotals, currency: string): boolean {
	if (report.currencies.length < 2) return false;
	const own = sumOf(report, [currency], 'spend');
	if (own.eq(0)) return sumOf(report, report.currencies, 'spend').gt(0);
	if (!CURRENCIES_AT_PAR_WITH_USD.includes(currency)) return false;
	return own.lt(sumOf(report, CURRENCIES_AT_PAR_WITH_USD, 'spend').times(MINOR_SHARE));
}

function sumOf({ totals }: ReportedTotals, currencies: string[], kind: 'spend' | 'net'): Amount {
	const amounts = currencies.map((one) => amountOf(totals[one]?.exact[kind] ?? '0', 'amount'));
	return amounts.reduce((sum, amount) => sum.plus(amount), ZERO);
}
