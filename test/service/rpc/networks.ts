export interface Network {
	family: 'evm' | 'account';
	chainId: number;
	credits: number;
}

const EVM = [
	['amber-mainnet', 7001],
	['amber-testnet', 7002],
	['base-mainnet', 8453],
	['base-sepolia', 84_532],
	['basalt-mainnet', 7003],
	['basalt-testnet', 7004],
	['cedar-mainnet', 7005],
	['cedar-testnet', 7006],
	['delta-mainnet', 7007],
	['ember-mainnet', 7008],
	['ember-testnet', 7009],
	['ethereum-mainnet', 1],
	['ethereum-sepolia', 11_155_111],
	['fjord-mainnet', 7010],
	['grove-mainnet', 7011],
	['harbor-mainnet', 7012],
	['harbor-testnet', 7013],
	['indigo-mainnet', 7014],
	['juniper-mainnet', 7015],
	['kestrel-mainnet', 7016],
	['lumen-mainnet', 7017],
	['meadow-mainnet', 7018],
	['nimbus-mainnet', 7019],
] as const;

const BASE_CREDITS = 20;
const DEARER_CREDITS = 30;

/** The networks by their slug; one chain family keeps accounts in another way, and costs more. */
export const NETWORKS: ReadonlyMap<string, Network> = new Map<string, Network>([
	...EVM.map(([slug, chainId]) => [slug, evm(slug, chainId)] as const),
	['solana-devnet', { family: 'account', chainId: 0, credits: DEARER_CREDITS }],
	['solana-mainnet', { family: 'account', chainId: 0, credits: DEARER_CREDITS }],
]);

function evm(slug: string, chainId: number): Network {
	const dearer = slug === 'nimbus-mainnet';
	return { family: 'evm', chainId, credits: dearer ? DEARER_CREDITS : BASE_CREDITS };
}
