import type { IHttpRequestOptions, INodePropertyOptions } from 'n8n-workflow';
import { operationOf } from '../../lib/run/operation';
import { placeholderFor } from '../../lib/run/rehearsal/placeholders';
import { unheldPrice } from '../lib/cost/priceCalls';
import { PAID_CASES } from '../nodes/cost/paidCases';
import { menuEntries } from '../nodes/parameters';
import { REGISTERED } from '../nodes/registered';
import { readSchema, schemaPath } from '../nodes/schemas/files';
import { OFFERED } from './covered';
import { unexplained } from './ledger';
import { routeOf } from './route';
import { FULL_RUNS } from './runs/all';
import { fieldsUpTo, NAMED_ALONE, UNPUBLISHED, VERSIONS } from './versions/versions';

/** Operations without a call in PAID_CASES, and the test of test/nodes/cost that holds their price instead. */
export const PAID_ELSEWHERE: Record<string, string> = {
	'Inference Audio > Music and Sound > Generate':
		'queues what "music queue" does; ledger.test.ts waits for a job',
	'Inference Video > Video > Generate': 'ledger.test.ts: when a video is waited for',
	'Inference Video > Video > Upscale': 'quotes.test.ts: its quote is what is charged',
	'Inference Image > Image > Remove Background': 'ledger.test.ts: its price is not known',
	'Inference Video > Recording > Transcribe': 'ledger.test.ts: its price is not known',
	'Inference Audio > Voice > Clone': 'ledger.test.ts: its price is not known',
};

const NEWEST = VERSIONS.at(-1)?.version ?? '';

/** An operation as the menus of its node have it. */
interface Listed {
	/** `Inference Web > Web > Search` */
	title: string;
	node: string;
	className: string;
	resource?: string;
	option: INodePropertyOptions;
}

/** Every operation of every node that has a menu. */
export const LISTED: Listed[] = REGISTERED.flatMap(({ className, create }) => {
	const { displayName, properties } = create().description;
	return menuEntries(properties).map(({ resource, option }) => ({
		...{ title: [displayName, resource?.name, option.name].filter(Boolean).join(' > ') },
		...{ node: displayName, className, option },
		resource: resource && String(resource.value),
	}));
});

const isPaid = new Set(
	PAID_CASES.map(({ node: { description }, parameters }) => {
		const entries = menuEntries(description.properties);
		const called = entries.find(
			({ resource, option }) =>
				resource?.value === parameters.resource &&
				option.value === (parameters.operation ?? option.value),
		);
		const names = [description.displayName, called?.resource?.name, called?.option.name];
		return names.filter(Boolean).join(' > ');
	}),
);

const hasRun = ({ node, resource, option }: Listed) =>
	FULL_RUNS.some(
		(all) =>
			all.node.description.displayName === node &&
			all.runs.some((run) => run.resource === resource && run.operation === option.value),
	);

/** Whether a rehearsal sends it: what costs nothing and only reads. */
function isSentInRehearsal({ option }: Listed): boolean {
	const { method, url } = option.routing?.request ?? {};
	const reads = method === 'GET' || String(url).endsWith('/quote');
	return operationOf(option)?.free === true && reads;
}

async function hasPlaceholder({ option }: Listed): Promise<boolean> {
	const { method, url } = option.routing?.request ?? {};
	const call = { options: { method, url } as IHttpRequestOptions };
	return await placeholderFor(call as Parameters<typeof placeholderFor>[0]).then(
		() => true,
		(error: Error) => !error.message.includes('nothing stands in for'),
	);
}

/** Every list in which the operation is missing, as sentences: of a new one all at once, before it has run. */
export async function missingPlaces(one: Listed): Promise<string[]> {
	const { title, className, resource, option } = one;
	const panel = OFFERED.find(
		(offered) =>
			offered.node === one.node && offered.resource === resource && offered.value === option.value,
	);
	const price = operationOf(option)?.price;
	const unheld = price && unheldPrice(price);
	const missing: string[] = [];
	if (panel) {
		const name = `${panel.method} ${panel.url}`;
		const route = routeOf(panel);
		if (!route)
			missing.push(
				`a route of the local service for ${name}: test/service/routes/all.ts and test/service/schemas/catalogue.ts`,
			);
		const isKnown =
			fieldsUpTo(NEWEST, name).length > 0 ||
			UNPUBLISHED.operations.test(name) ||
			(route && (route.fields.length === 0 || NAMED_ALONE.includes(route.name)));
		if (!isKnown)
			missing.push(
				`a version of the interface that has ${name}: UNPUBLISHED.operations in test/coverage/versions/versions.ts`,
			);
		if (!hasRun(one)) missing.push('a run that sets every parameter: test/coverage/runs');
		missing.push(
			...unexplained(panel).map(
				(label) =>
					`where ${label} goes: COMPOSED or STAYS_HERE in test/coverage/composed.ts, unless it has a routing`,
			),
		);
		if (readSchema(schemaPath(className, resource, String(option.value))) === '')
			missing.push('the schema of its output: npm run proof -- schemas');
	}
	if (price && !isPaid.has(title) && !(title in PAID_ELSEWHERE))
		missing.push('a paid call: PAID_CASES in test/nodes/cost/paidCases.ts');
	if (unheld)
		missing.push(
			`calls of ${unheld}: CALLS in test/lib/cost/priceCalls.ts, or WITHOUT_RECORD there for a flat price`,
		);
	if (!isSentInRehearsal(one) && panel && !(await hasPlaceholder(one)))
		missing.push('what stands in for its answer in a rehearsal: lib/run/rehearsal/placeholders.ts');
	return missing.map((place) => `${title} lacks ${place}`);
}
