import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { n8n } from '../../package.json';

const root = join(__dirname, '..', '..');

const classNameOf = (file: string) => file.split('/').at(-1)?.split('.')[0] ?? '';

// Sources, as the rest of the tests: loading.test.ts looks at what is built from them.
function newNode(file: string): INodeType {
	const source = join(root, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	const NodeClass =
		jest.requireActual<Record<string, new () => INodeType>>(source)[classNameOf(file)];
	if (!NodeClass) throw new Error(`${source} exports no class of its name`);
	return new NodeClass();
}

const files: string[] = n8n.nodes;

/** Every node that the package offers to n8n, by the name of its class. */
export const REGISTERED = files.map((file) => ({
	className: classNameOf(file),
	create: () => newNode(file),
}));
