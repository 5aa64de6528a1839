import { shownValue } from '../fields/parseJson';
import { isRecord } from '../core/record';
import { badInput } from '../core/failure';

/** The cost label of each request that has one, by its ID in the usage history. */
export type CostLabels = ReadonlyMap<string, string>;

/**
 * The labels in a list such as the rows of a table, each with `requestId` and `costLabel`. Rows without an ID belong to calls that the
 * history does not name. Throws a ServiceFailure for any other entry.
 */
export function costLabelsOf(rows: readonly unknown[]): CostLabels {
	const labels = new Map<string, string>();
	for (const [index, row] of rows.entries()) {
		if (!isRecord(row)) throw invalidCostLabelFailure(index, row);
		const { requestId, costLabel } = row;
		const isNamed = isNonBlankText(requestId) && isNonBlankText(costLabel);
		if (!isNamed && !('requestId' in row && 'costLabel' in row))
			throw invalidCostLabelFailure(index, row);
		if (isNamed) labels.set(requestId, costLabel.trim());
	}
	return labels;
}

function isNonBlankText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function invalidCostLabelFailure(index: number, row: unknown): Error {
	return badInput(
		`Each entry of Labels by Request ID must have requestId and costLabel, but entry ${index + 1} is ${shownValue(row)}`,
		'Correct that entry, such as { "requestId": "…", "costLabel": "Sales" }.',
	);
}
