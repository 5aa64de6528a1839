import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	INodeTypes,
	IWorkflowSettings,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { unknownParameters } from './knownParameters';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** What the workflow of every test is called. */
export const WORKFLOW_NAME = 'Workflow under test';

const WORKFLOW_ID = 'workflow-under-test';

const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['input'],
		version: 1,
		description: 'Hands on the items of the test',
		defaults: { name: 'Start' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};

const nodeTypesOf = (types: Record<string, INodeType>): INodeTypes => {
	const byName = (name: string): INodeType => {
		const type = types[name];
		if (!type) throw new Error(`No node type "${name}" in this test`);
		return type;
	};
	return { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
};

const latestVersion = ({ description: { version } }: INodeType) =>
	Array.isArray(version) ? (version.at(-1) ?? 1) : version;

export interface NodeSettings {
	parameters?: INodeParameters;
	credentials?: CredentialData;
	settings?: Partial<INode>;
	staticData?: IDataObject;
	/** What the user chose in the settings of the workflow. */
	workflowSettings?: IWorkflowSettings;
}

export const START = 'Start';

/** A workflow of two nodes: Start, and the node under test under its own display name. */
export function workflowWith(nodeType: INodeType, options: NodeSettings) {
	const { displayName, name, properties } = nodeType.description;
	const unknown = unknownParameters(properties, options.parameters ?? {});
	if (unknown.length > 0) throw new Error(`${displayName} has no ${unknown.join(', ')}`);
	const node: INode = {
		id: 'node-under-test',
		name: displayName,
		type: name,
		typeVersion: latestVersion(nodeType),
		position: [200, 0],
		parameters: options.parameters ?? {},
		credentials: Object.fromEntries(
			Object.keys(options.credentials ?? {}).map((type) => [type, { id: type, name: type }]),
		),
		...options.settings,
	};
	const start: INode = {
		id: 'start',
		name: START,
		type: 'start',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: WORKFLOW_ID,
		name: WORKFLOW_NAME,
		nodes: [start, node],
		connections: { [START]: { main: [[{ node: displayName, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypesOf({ start: startNode, [name]: nodeType }),
		settings: { executionOrder: 'v1', ...options.workflowSettings },
		staticData: options.staticData ? { [`node:${displayName}`]: options.staticData } : undefined,
	});
	const runnable = workflow.getNode(displayName);
	if (!runnable) throw new Error('The workflow lost the node under test');
	return { workflow, node: runnable };
}
