import type { INodeProperties, INodeType } from 'n8n-workflow';
import { wireRules, type WireRule } from '../../lib/description/rules';
import { choices } from '../nodes/parameters';

/** A parameter that a user can fill in. */
export interface PanelField {
	/** Where it is in the panel: `Options > Speed`. */
	label: string;
	/** Where its value is among the node's parameters: `options.speed`. */
	path: string;
	/** How it is sent, unless code composes it. */
	rule?: WireRule;
}

export interface PanelOperation {
	node: string;
	name: string;
	value: string;
	method: string;
	url: string;
	fields: PanelField[];
}

/** A trigger has no Operation menu: what it asks for while it polls. */
const POLL = {
	option: { name: 'Poll', value: '' },
	request: { method: 'GET', url: '/billing/usage-history' },
};

/** The operations of a node with the parameters that n8n shows for each. */
export function panelOperations({ description }: INodeType): PanelOperation[] {
	const { properties, displayName, polling } = description;
	const menu = properties.find(({ name }) => name === 'operation');
	const offered = (menu ? choices(menu) : []).map((option) => ({
		option,
		request: option.routing?.request ?? {},
	}));
	return (polling === true ? [POLL] : offered).map(({ option, request }) => ({
		node: displayName,
		name: option.name,
		value: String(option.value),
		method: String(request.method),
		url: String(request.url),
		fields: properties
			.filter((property) => polling === true || isShownFor(property, option.value))
			.flatMap((property) => panelFields(property)),
	}));
}

function isShownFor({ displayOptions }: INodeProperties, operation: unknown): boolean {
	return (displayOptions?.show?.operation ?? []).some((value) => value === operation);
}

function panelFields(property: INodeProperties, above = { label: '', path: '' }): PanelField[] {
	const label = `${above.label}${property.displayName}`;
	const path = `${above.path}${property.name}`;
	if (property.type === 'collection' || property.type === 'fixedCollection') {
		return (property.options ?? []).flatMap((option) => {
			const group = 'values' in option ? `${option.name}.` : '';
			const below = { label: `${label} > `, path: `${path}.${group}` };
			const inner = 'values' in option ? option.values : 'displayName' in option ? [option] : [];
			return inner.flatMap((field) => panelFields(field, below));
		});
	}
	const [rule] = wireRules([property]);
	return [{ label, path, ...(rule && { rule }) }];
}
