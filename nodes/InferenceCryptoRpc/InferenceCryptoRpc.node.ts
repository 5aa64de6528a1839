import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchNetworks, getManyNetworks } from './operations/network/getMany.operation';
import { callOperation } from './operations/rpc/call.operation';
import { callBatchOperation } from './operations/rpc/callBatch.operation';

const RESOURCES: Resource[] = [
	{ name: 'JSON-RPC', value: 'rpc', operations: [callOperation, callBatchOperation] },
	{ name: 'Network', value: 'network', operations: [getManyNetworks] },
];

export class InferenceCryptoRpc implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(RESOURCES),
		displayName: 'Inference Crypto RPC',
		name: 'inferenceCryptoRpc',
		icon: {
			light: 'file:../../icons/rpc.svg',
			dark: 'file:../../icons/rpc.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Read and write blockchains through JSON-RPC',
		builderHint: BUILDER_HINTS.inferenceCryptoRpc,
		defaults: { name: 'Inference Crypto RPC' },
	};

	methods = { listSearch: { searchNetworks } };
}
