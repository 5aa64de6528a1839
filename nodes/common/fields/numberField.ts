import type { INodeProperties } from 'n8n-workflow';

interface NumberRule {
	label: string;
	min: number;
	max: number;
	integer?: boolean;
}

/** A number whose label and range are those that its value is checked by. */
export function numberField(
	name: string,
	{ label, min, max, integer = false }: NumberRule,
	initial: number,
	description: string,
	precision = integer ? 0 : undefined,
): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'number',
		typeOptions: {
			minValue: min,
			maxValue: max,
			...(precision !== undefined && { numberPrecision: precision }),
		},
		default: initial,
		description,
	};
}
