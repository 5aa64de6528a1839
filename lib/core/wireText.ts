/** A value of the wire as text: nothing is empty, and an object, whose own toString could be no function, is its JSON. */
export function wireText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number of the wire, which may be written as text; NaN when it is neither. */
export function wireNumber(value: unknown): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	return typeof value === 'number' || isText ? Number(value) : Number.NaN;
}
