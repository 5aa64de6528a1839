import 'reflect-metadata';
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters, INodeType } from 'n8n-workflow';
import { additionalDataFor, type EngineSetting } from './additionalData';
import { asLoaded } from './nodeType';
import { workflowWith } from './workflow';

export interface RunListSearchOptions extends EngineSetting {
	node: INodeType;
	method: string;
	filter?: string;
	paginationToken?: string;
	parameters?: INodeParameters;
	/** Path of the parameter that asks. */
	path?: string;
}

/** A search of a resource locator, as n8n's editor asks for it while the user types. */
export async function runListSearch(options: RunListSearchOptions): Promise<INodeListSearchResult> {
	const nodeType = asLoaded(options.node);
	const { workflow, node } = workflowWith(nodeType, options);
	const search = nodeType.methods?.listSearch?.[options.method];
	if (!search) throw new Error(`${node.name} has no list search "${options.method}"`);

	const additionalData = additionalDataFor(options);
	// The editor sends every parameter, those left at their defaults included.
	additionalData.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, additionalData, options.path ?? '');
	return await search.call(context, options.filter, options.paginationToken);
}
