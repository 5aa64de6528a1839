import { DirectoryLoader, ExecuteContext, RoutingNode } from 'n8n-core';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

const withDescription = (node: INodeType, description: INodeTypeDescription): INodeType =>
	Object.create(node, { description: { value: description, writable: true } });

/** The node as n8n holds it once loaded: Request Options added, and `execute` given to a declarative node. */
export function asLoaded(node: INodeType): INodeType {
	const loaded = withDescription(node, {
		...node.description,
		properties: [...node.description.properties],
	});
	DirectoryLoader.applyDeclarativeNodeOptionParameters(loaded);
	if (loaded.execute || loaded.poll || loaded.trigger || loaded.supplyData) return loaded;

	loaded.execute = async function (this: IExecuteFunctions) {
		if (!(this instanceof ExecuteContext)) throw new Error('execute() got another context');
		return (await new RoutingNode(this, loaded).runNode()) ?? [];
	};
	return loaded;
}

/** The node as n8n offers it to an agent: another name, no main input, and its output is a tool. */
export function asTool(loaded: INodeType): INodeType {
	if (!loaded.description.usableAsTool) {
		throw new Error(`${loaded.description.displayName} is not usable as a tool`);
	}
	return withDescription(loaded, {
		...loaded.description,
		name: `${loaded.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	});
}
