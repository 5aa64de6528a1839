import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	alwaysOutputData?: boolean;
}

const GONE = [
	...['n8n-nodes-base.function', 'n8n-nodes-base.functionItem', 'n8n-nodes-base.itemLists'],
	...['n8n-nodes-base.aiTransform', '@n8n/n8n-nodes-langchain.code'],
	'@n8n/n8n-nodes-langchain.chatHubTrigger',
];
const CALLS_GONE =
	/\$getPairedItem\b|\$evaluateExpression\b|binaryData\/|N8N_DEFAULT_BINARY_DATA_MODE/;
const SEVERAL_OUTPUTS = ['n8n-nodes-base.if', 'n8n-nodes-base.switch'];

/** What n8n 3 removes or changes of what a node of a workflow uses. */
function lostIn3({ type, typeVersion, parameters, alwaysOutputData }: Node): string[] {
	const isOldAgent = type === '@n8n/n8n-nodes-langchain.agent' && typeVersion < 2;
	const runsEach = type === 'n8n-nodes-base.executeWorkflow' && parameters.mode === 'each';
	return [
		...(GONE.includes(type) ? [`${type} is removed`] : []),
		...(isOldAgent ? ['AI Agent 1 is removed'] : []),
		...(runsEach ? ['Run once for each item of Execute Workflow is removed'] : []),
		...(CALLS_GONE.test(JSON.stringify(parameters)) ? ['an expression uses what is removed'] : []),
		...(alwaysOutputData === true && SEVERAL_OUTPUTS.includes(type)
			? ['Always Output Data means something else']
			: []),
	];
}

const filesIn = (folder: string, ending: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => join(folder, file));

it.each(filesIn('examples', '.json'))('%s uses nothing that n8n 3 removes', (file) => {
	const { nodes = [] } = JSON.parse(readFileSync(file, 'utf8')) as { nodes?: Node[] };
	expect(nodes.flatMap((node) => lostIn3(node).map((lost) => `${node.name}: ${lost}`))).toEqual([]);
});

it('the code uses nothing that n8n 3 removes', () => {
	const files = ['lib', 'nodes', 'credentials'].flatMap((folder) => filesIn(folder, '.ts'));
	expect(files.length).toBeGreaterThan(100);
	expect(files.filter((file) => CALLS_GONE.test(readFileSync(file, 'utf8')))).toEqual([]);
});

const node = { name: 'A', type: 'n8n-nodes-base.if', typeVersion: 1, parameters: {} };
it.each<[Node, string]>([
	[{ ...node, type: 'n8n-nodes-base.function' }, 'n8n-nodes-base.function is removed'],
	[{ ...node, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 1.9 }, 'AI Agent 1 is removed'],
	[{ ...node, alwaysOutputData: true }, 'Always Output Data means something else'],
	[{ ...node, parameters: { a: '={{ $getPairedItem() }}' } }, 'an expression uses what is removed'],
])('notices %j', (one, sentence) => {
	expect(lostIn3(one)).toEqual([sentence]);
});

it('the level of node authoring is the integer 1, which n8n 2.41 and n8n 3 both load', () => {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		n8n: { n8nNodesApiVersion: unknown };
	};
	expect(n8n.n8nNodesApiVersion).toBe(1);
});
