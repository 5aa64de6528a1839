import type { Big } from 'big.js';

import { exactText } from '../../../../lib/billing/amount';
import type { MadeReport } from './made';
import type { Figures } from './expected';

interface Amounts {
	spend: Big;
	refunds: Big;
	net: Big;
}

/** Every figure of a report under the name that the SQL side gives it. Slots without any entry are left out. */
export function reportedFigures({ report, periods }: MadeReport): Figures {
	const figures: Figures = new Map();
	const put = (name: string, value: string | number | null) => figures.set(name, String(value));
	const bounds = ({ start, end }: { start: number; end: number }) =>
		[start, end].map((at) => new Date(at).toISOString()).join(' ');
	put('current', bounds(periods.current));
	put('before', bounds(periods.before));
	const money = (name: string, row: Amounts) => {
		for (const kind of ['spend', 'refunds', 'net'] as const) {
			put(`${name} ${kind}`, exactText(row[kind]));
		}
	};
	const counts = (
		name: string,
		row: { calls: number; promptTokens: number; completionTokens: number },
	) => {
		put(`${name} calls`, row.calls);
		put(`${name} prompt`, row.promptTokens);
		put(`${name} completion`, row.completionTokens);
	};
	counts('all', report);
	for (const currency of report.currencies) {
		const own = report.totals[currency];
		if (!own?.before || !own.change) throw new Error(`${currency} has no totals`);
		money(currency, own);
		put(`${currency} entries`, own.entries);
		counts(currency, own);
		money(`${currency} before`, own.before);
		put(`${currency} change`, exactText(own.change.absolute));
		put(`${currency} percent`, own.change.percent);
		const rows = (report.byProduct ?? []).filter((row) => row.currency === currency);
		for (const [index, row] of rows.entries()) {
			if (row.product === null) continue;
			const name = `${currency} #${index + 1} ${row.product}`;
			money(name, row);
			put(`${name} entries`, row.entries);
			put(`${name} calls`, row.calls ?? 0);
			put(`${name} units`, String(row.units));
		}
	}
	const days = (report.byDay ?? []).map(({ day, ...row }) => ({ ...row, slot: day }));
	const hours = (report.byHour ?? []).map(({ hour, ...row }) => ({ ...row, slot: asSql(hour) }));
	for (const row of [...days, ...hours]) {
		if (row.entries === 0) continue;
		const name = `${row.currency} ${row.slot}`;
		money(name, row);
		put(`${name} entries`, row.entries);
		if (row.calls > 0) counts(name, row);
	}
	return figures;
}

/** `2026-03-29T03:00+02:00` in the words of PostgreSQL: `2026-03-29T03:00 02:00:00`. */
function asSql(hour: string): string {
	const sign = hour[16] === '-' ? '-' : '';
	return `${hour.slice(0, 16)} ${sign}${hour.slice(17)}:00`;
}
