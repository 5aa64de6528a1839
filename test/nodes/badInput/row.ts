import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { rowsHere } from '../../engine/rows';

/** One bad input, and the sentence that the user reads. */
export interface Row {
	what: string;
	node: INodeType;
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	/** What is wrong with the credential. */
	credential?: Record<string, string>;
	/** The whole message, without the item that it ends with. */
	message: string | RegExp;
}

/** Bytes that say nothing, so that the label counts. */
const UNKNOWN_BYTES = Buffer.from([7, 0, 9, 255, 1]);

/** An item with a file in each of the named binary fields. */
export const withFiles = (files: Record<string, string>): INodeExecutionData => ({
	json: {},
	binary: Object.fromEntries(
		Object.entries(files).map(([field, mimeType]) => [
			field,
			{ data: UNKNOWN_BYTES.toString('base64'), mimeType, fileName: `${field}.bin` },
		]),
	),
});

/** All rows in n8n 2, with the title of their test; one in ten in n8n 1. */
export const titledRows = <T extends { what: string }>(rows: T[]): Array<[string, T]> =>
	rowsHere(rows, 10).map((row) => [row.what, row]);

/** The rows of a table for one node: its parameters beside those that all rows share, and the error. */
export const tableRows = (
	name: string,
	node: INodeType,
	shared: INodeParameters,
	table: Array<[parameters: INodeParameters, message: Row['message']]>,
	items?: INodeExecutionData[],
): Row[] =>
	table.map(([parameters, message]) => ({
		what: `${name}: ${JSON.stringify(parameters)}`,
		...{ node, message, items },
		parameters: { ...shared, ...parameters },
	}));
