import type { UsageEntry } from './entry';

const COLUMNS: ReadonlyArray<[name: string, value: (entry: UsageEntry) => unknown]> = [
	['timestamp', (entry) => entry.timestamp],
	['sku', (entry) => entry.sku],
	['pricePerUnitUsd', (entry) => entry.pricePerUnitUsd],
	['units', (entry) => entry.units],
	['amount', (entry) => entry.amount],
	['currency', (entry) => entry.currency],
	['notes', (entry) => entry.notes],
	['inferenceDetails.requestId', (entry) => entry.inferenceDetails?.requestId],
	['inferenceDetails.inferenceExecutionTime', (e) => e.inferenceDetails?.inferenceExecutionTime],
	['inferenceDetails.promptTokens', (entry) => entry.inferenceDetails?.promptTokens],
	['inferenceDetails.completionTokens', (entry) => entry.inferenceDetails?.completionTokens],
];

/** A header row and one row per entry (RFC 4180: CRLF, quotes only where they are needed). */
export function toCsv(entries: readonly UsageEntry[]): string {
	const rows = entries.map((entry) => COLUMNS.map(([, value]) => field(value(entry))));
	return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function field(value: unknown): string {
	const text = value === null || value === undefined ? '' : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The export time as it stands in a file name: `20260801T010002123Z`. */
export function fileStamp(at: number): string {
	return new Date(at).toISOString().replace(/[-:.]/g, '');
}
