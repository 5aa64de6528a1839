import type { INodeParameters } from 'n8n-workflow';

import { InferenceCharacters } from '../../nodes/InferenceCharacters/InferenceCharacters.node';
import { menuEntries } from './parameters';
import { REGISTERED } from './registered';
import { typed } from '../coverage/given';
import { withService } from './withService';

const world = withService();

const LISTS = REGISTERED.flatMap(({ className, create }) => {
	const node = create();
	const { properties } = node.description;
	return menuEntries(properties).flatMap(({ resource, option }) => {
		const asks = properties.some(
			({ name, displayOptions: { show } = {} }) =>
				name === 'limit' &&
				(show?.resource ?? [resource?.value]).includes(resource?.value ?? '') &&
				show?.operation?.includes(option.value) === true,
		);
		const chosen = { resource: resource?.value ?? '', operation: option.value };
		return asks ? [{ what: `${className}: ${option.action}`, node, chosen }] : [];
	});
});

const WRONG: Array<[unknown, string]> = [
	['abc', 'Limit must be a whole number of at least 1, but "abc" was given'],
	['', 'Limit must not be empty'],
	[0, 'Limit must be a whole number of at least 1, but 0 was given'],
	[-3, 'Limit must be a whole number of at least 1, but -3 was given'],
	[2.5, 'Limit must be a whole number of at least 1, but 2.5 was given'],
];

it('finds every list of the package', () => {
	expect(LISTS.map(({ what }) => what)).toEqual(
		expect.arrayContaining([
			'InferenceX402: Get many transactions of the wallet',
			'InferenceImage: Get many image styles',
		]),
	);
	expect(LISTS.length).toBeGreaterThanOrEqual(9);
});

const rows = LISTS.flatMap((list) =>
	WRONG.map(([limit, message]) => ({ ...list, limit, message, title: `${list.what}: ${limit}` })),
);

it.each(rows)(
	'refuses a Limit before anything is sent: $title',
	async ({ node, chosen, limit, message }) => {
		const isWalletOnly = node.description.name === 'inferenceX402';
		const { error } = await world.run({
			...(isWalletOnly ? world.walletAccess() : {}),
			node,
			parameters: {
				...chosen,
				...(node instanceof InferenceCharacters && { character: typed('a-character') }),
				limit,
			} as INodeParameters,
		});
		expect(error?.message).toBe(`${message}`);
		expect(world.service.journal).toEqual([]);
	},
);
