import type { INodeProperties, INodePropertyMode, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { withService } from './withService';

const world = withService();

/** The modes of every picker among the fields, at any depth. */
function pickersIn(fields: INodeProperties[]): INodePropertyMode[][] {
	return fields.flatMap(
		({
			type,
			modes = [],
			options = [],
			values = [],
		}: INodeProperties & { values?: INodeProperties[] }) =>
			type === 'resourceLocator'
				? [modes]
				: pickersIn([...(options as INodeProperties[]), ...values]),
	);
}

const rows = [
	InferenceChat,
	InferenceImage,
	InferenceAudio,
	InferenceVideo,
	InferenceCryptoRpc,
].flatMap((Node) => {
	const node: INodeType = new Node();
	const searches = new Map<string, Set<string>>();
	for (const modes of pickersIn(node.description.properties)) {
		const method = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
		const [other] = modes.filter(({ type }) => type !== 'list');
		if (method === undefined || other === undefined) continue;
		searches.set(method, (searches.get(method) ?? new Set()).add(other.displayName));
	}
	return [...searches].map(([method, labels]) => [method, node, [...labels]] as const);
});

it('knows the pickers of all these nodes', () => {
	expect(rows.length).toBeGreaterThan(15);
});

it.each(rows)(
	'%s says which mode of its field goes on without the list',
	async (method, node, labels) => {
		world.service.fault({ status: 500, times: 99 });
		const search = world.search(node, method);
		await expect(search).rejects.toThrow(/could not be loaded/);
		const [, mode] =
			/Choose "(.+)" and enter it by hand/.exec(String(await search.catch(String))) ?? [];
		expect(labels).toEqual([mode]);
	},
);
