import type { INodeProperties } from 'n8n-workflow';

export const BYTE_ORDER_MARK_LABEL = 'Byte Order Mark for Excel';

export function byteOrderMarkField(): INodeProperties {
	return {
		displayName: BYTE_ORDER_MARK_LABEL,
		name: 'byteOrderMark',
		type: 'boolean',
		default: false,
		description:
			'Whether to start CSV files with a byte order mark, so that Excel shows characters such as é correctly. Other programs may take it for a part of the first column name.',
	};
}
