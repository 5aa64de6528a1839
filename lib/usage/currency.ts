/** The currencies that usage is charged in (docs/service.md#usage-history). */
export const CURRENCIES = ['USD', 'DIEM', 'BUNDLED_CREDITS'];

/** The currency of an entry: one of those above whatever its letter case, else as it is written. */
export function currencyOf(text: string): string {
	const name = text.trim().toUpperCase();
	return CURRENCIES.find((known) => known === name) ?? text;
}
