import type { INodeParameters, INodeType } from 'n8n-workflow';
import { panelOperations } from '../../coverage/panel';
import { allParameters, choices } from '../parameters';

/** What a FOCUS file needs. */
const FOCUS_PARTIES = { billingAccountId: 'account', providerName: 'provider' };

/** A form of an output that is not the one of the defaults. */
export interface Form {
	node: INodeType;
	resource: string | undefined;
	operation: string;
	/** Node, operation and the setting that gives this form. */
	title: string;
	/** The setting. */
	parameters: INodeParameters;
}

/** The raw form of every operation with Simplify, and each other choice of its Output As. */
export function formsOf(node: INodeType): Form[] {
	return panelOperations(node).flatMap(({ name, resource, value: operation, fields }) => {
		const has = (path: string) => fields.some((field) => field.path === path);
		const title = `${node.description.displayName}: ${name}`;
		const own = { node, resource, operation };
		const raw = { ...own, title: `${title}, Simplify off`, parameters: { simplify: false } };
		const others = otherOutputs(node, resource, operation).map(({ label, value }) => ({
			...own,
			title: `${title}, Output As ${label}`,
			parameters: { outputAs: value, ...(value === 'focusFile' && FOCUS_PARTIES) },
		}));
		return [...(has('simplify') ? [raw] : []), ...(has('outputAs') ? others : [])];
	});
}

function otherOutputs({ description }: INodeType, resource: string | undefined, operation: string) {
	const menu = allParameters(description.properties).find(
		({ property: { name, displayOptions } }) => {
			const show = displayOptions?.show ?? {};
			const isIn = (values: unknown[] | undefined, value: unknown) =>
				values?.includes(value) ?? true;
			return (
				name === 'outputAs' && isIn(show.operation, operation) && isIn(show.resource, resource)
			);
		},
	)?.property;
	if (menu === undefined) return [];
	return choices(menu)
		.filter(({ value }) => value !== menu.default)
		.map(({ name, value }) => ({ label: name, value }));
}
