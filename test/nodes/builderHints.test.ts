import type { INodeProperties } from 'n8n-workflow';

import { BUILDER_HINTS } from '../../nodes/common/builderHints';
import { allParameters } from './parameters';
import { REGISTERED } from './registered';

const OWN = 'n8n-nodes-inference-service.';

/** Nodes in which nothing is charged per item, and those that only serve another node. */
const FREE = [
	'inferenceModels',
	'inferenceCharacters',
	'inferenceBilling',
	'inferenceApiKeys',
	'inferenceUsageTrigger',
];

const descriptions = REGISTERED.map(({ create }) => create().description);

describe('hints for AI builders', () => {
	it('are there for every node, and for nothing else', () => {
		expect(Object.keys(BUILDER_HINTS).sort()).toEqual(descriptions.map(({ name }) => name).sort());
	});

	it.each(descriptions)('say of $name when to use it and what goes with it', ({ builderHint }) => {
		expect(builderHint?.searchHint?.length).toBeGreaterThan(50);
		expect(builderHint?.relatedNodes?.length).toBeGreaterThan(0);
	});

	it('name related nodes of this package that exist', () => {
		const names = descriptions.map(({ name }) => OWN + name);
		const related = descriptions.flatMap(({ builderHint }) => builderHint?.relatedNodes ?? []);
		const own = related.map(({ nodeType }) => nodeType).filter((type) => type.startsWith(OWN));
		expect(own.filter((type) => !names.includes(type))).toEqual([]);
	});

	it.each(descriptions.filter(({ name }) => !FREE.includes(name)))(
		'warn about retryOnFail in $name, which charges',
		({ builderHint }) => {
			expect(builderHint?.searchHint).toContain('retryOnFail');
		},
	);

	it('stand at every model and every binary field', () => {
		const isModel = ({ name, type }: INodeProperties) =>
			name === 'model' && type === 'resourceLocator';
		const isFile = ({ hint }: INodeProperties) => /put binary field/.test(`${hint}`);
		const all = descriptions.flatMap(({ name, properties }) =>
			allParameters(properties).map((one) => ({ ...one, path: `${name}: ${one.path}` })),
		);
		const delicate = all.filter(({ property }) => isModel(property) || isFile(property));
		expect(delicate.length).toBeGreaterThan(30);
		const bare = delicate.filter(({ property }) => !property.builderHint?.propertyHint);
		expect(bare.map(({ path }) => path)).toEqual([]);
	});
});
