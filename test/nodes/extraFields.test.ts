import type { INodeParameters } from 'n8n-workflow';

import { operationOf } from '../../lib/run/operation';
import { FULL_RUNS } from '../coverage/runs/all';
import { withOptions } from '../engine/withOptions';
import { letJobsGoOn } from './jobTime';
import { menuEntries } from './parameters';
import { withService } from './withService';

const world = withService({ balances: { usd: 1_000 } });

/** A field that no version of the service has. */
const FIELD = 'season';
const extra = { otherFields: { extraFields: `{ "${FIELD}": { "depth": 2 } }` } };

/** What has no room for a field of the user's own: the messages of a protocol. */
const WITHOUT = ['InferenceCryptoRpc rpc call', 'InferenceCryptoRpc rpc callBatch'];

/** Each operation that sends a body, with one of its full runs. */
const operations = FULL_RUNS.flatMap(({ node, runs }) =>
	menuEntries(node.description.properties).flatMap(({ resource, option }) => {
		const method = operationOf(option)?.option.routing?.request?.method ?? 'GET';
		const run = runs.find(
			(one) => one.operation === option.value && one.resource === resource?.value,
		);
		const name = `${node.constructor.name} ${[resource?.value, option.value].filter(Boolean).join(' ')}`;
		return ['GET', 'DELETE'].includes(method) ? [] : [{ name, node, run }];
	}),
);

const carries = (body: unknown, name: string) => JSON.stringify(body ?? '').includes(`"${name}"`);

describe('an operation that sends a body', () => {
	it.each(operations.filter(({ name }) => !WITHOUT.includes(name)))(
		'sends a field that its panel lacks: $name',
		async ({ node, run }) => {
			letJobsGoOn(world);
			const parameters: INodeParameters = {
				...run?.parameters,
				...(await run?.prepare?.(world)),
				...(run?.resource === undefined ? {} : { resource: run.resource }),
				operation: run?.operation ?? '',
			};
			const before = world.service.journal.length;
			const { error } = await world.run({
				node,
				items: run?.items,
				parameters: withOptions(parameters, extra),
			});
			const sent = world.service.journal.slice(before).filter(({ method }) => method !== 'GET');
			expect(error?.message ?? '').toMatch(error === undefined ? '' : new RegExp(FIELD));
			expect(sent.filter(({ body }) => carries(body, FIELD)).length).toBeGreaterThan(0);
		},
	);
});
