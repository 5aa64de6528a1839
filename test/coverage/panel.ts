import type { INodeProperties, INodeType } from 'n8n-workflow';
import { wireRules, type WireRule } from '../../lib/fields/rules';
import { RUN_SETTINGS } from '../../lib/fields/settingNames';
import { operationOf } from '../../lib/run/operation';
import type { BucketName } from '../../lib/wire/pacing/bucket';
import { menuEntries } from '../nodes/parameters';

/** A parameter that a user can fill in. */
export interface PanelField {
	/** Where it is in the panel: `Options > Speed`. */
	label: string;
	/** Where its value is among the node's parameters: `options.speed`. */
	path: string;
	/** How it is sent, unless code composes it. */
	rule?: WireRule;
	property: INodeProperties;
}

export interface PanelOperation {
	node: string;
	/** `Speech > Generate`, or the name of the operation alone for a node about one thing. */
	name: string;
	resource?: string;
	value: string;
	method: string;
	url: string;
	/** The bucket that it names, which other operations share. */
	bucket?: BucketName;
	fields: PanelField[];
}

/** A trigger has no Operation menu: what it asks for while it polls. */
const POLL = { name: 'Poll', value: '', method: 'GET', url: '/billing/usage-history' };

/** The operations of a node with the parameters that n8n shows for each. */
export function panelOperations({ description }: INodeType): PanelOperation[] {
	const { properties, displayName, polling } = description;
	const found: Array<Omit<PanelOperation, 'node' | 'fields'>> =
		polling === true
			? [POLL]
			: menuEntries(properties).map(({ resource, option }) => ({
					resource: resource && String(resource.value),
					name: [resource?.name, option.name].filter(Boolean).join(' > '),
					value: String(option.value),
					method: String(option.routing?.request?.method),
					url: String(option.routing?.request?.url),
					bucket: operationOf(option)?.bucket,
				}));
	return found.map((operation) => ({
		node: displayName,
		...operation,
		fields: properties
			.filter((property) => polling === true || isShownFor(property, operation))
			.flatMap((property) => panelFields(property)),
	}));
}

/** Fields of an operation; the menus above them are not among these. */
function isShownFor(
	{ displayOptions }: INodeProperties,
	{ resource, value }: { resource?: string; value: string },
): boolean {
	const { show } = displayOptions ?? {};
	if (!(show?.operation ?? []).some((shown) => shown === value)) return false;
	return show?.resource === undefined || show.resource.some((shown) => shown === resource);
}

function panelFields(property: INodeProperties, above = { label: '', path: '' }): PanelField[] {
	if (property.type === 'notice' || property.type === 'hidden') return [];
	const label = `${above.label}${property.displayName}`;
	const path = `${above.path}${property.name}`;
	// How requests are sent and what they may cost: the same for all operations, and nothing of the interface.
	if (path === RUN_SETTINGS) return [];
	if (property.type === 'collection' || property.type === 'fixedCollection') {
		return (property.options ?? []).flatMap((option) => {
			const group = 'values' in option ? `${option.name}.` : '';
			const below = { label: `${label} > `, path: `${path}.${group}` };
			const inner = 'values' in option ? option.values : 'displayName' in option ? [option] : [];
			return inner.flatMap((field) => panelFields(field, below));
		});
	}
	const [rule] = wireRules([property]);
	return [{ label, path, property, ...(rule && { rule }) }];
}
