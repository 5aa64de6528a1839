import type { ExactEvmScheme } from '@x402/evm/exact/facilitator' with {
	'resolution-mode': 'import',
};
import type * as Ethers from 'ethers' with { 'resolution-mode': 'import' };

type Signer = ConstructorParameters<typeof ExactEvmScheme>[0];
type Hex = `0x${string}`;

/** What the facilitator reads of a receipt's events. */
interface Receipt {
	status: string;
	logs: NonNullable<Awaited<ReturnType<Signer['waitForTransactionReceipt']>>['logs']>;
}

export interface EvmTransfer {
	from: string;
	to: string;
	value: bigint;
	nonce: string;
}

const USDC = /^0x833589fcd6edb6e08f4c7c32d4f71b54bda02913$/i;

/** A chain with one contract, a dollar that takes each authorization once, and the facilitator that watches it. */
export interface EvmChain {
	readonly facilitator: ExactEvmScheme;
	/** Every transfer that was carried out. */
	readonly transfers: readonly EvmTransfer[];
}

/** Loads the libraries and starts the chain; `funds` says what an owner has in base units, plenty when not given. */
export async function openEvmChain(
	funds: (owner: string) => bigint = () => 10n ** 30n,
): Promise<EvmChain> {
	const ethers = await import('ethers');
	const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator');
	const transfers: EvmTransfer[] = [];
	const receipts = new Map<string, Receipt>();
	const signer: Signer = {
		getAddresses: () => ['0x00000000000000000000000000000000000000fa'],
		getCode: async ({ address }) => (USDC.test(address) ? '0x6001' : undefined),
		verifyTypedData: async ({ address, domain, types, message, signature }) => {
			const named = { ...(types as Record<string, Ethers.TypedDataField[]>) };
			delete named.EIP712Domain;
			try {
				const signed = ethers.verifyTypedData(domain, named, message, signature);
				return signed === ethers.getAddress(address);
			} catch {
				return false;
			}
		},
		readContract: async ({ functionName, args = [] }) => {
			if (functionName !== 'transferWithAuthorization') {
				throw new Error(`The chain has no ${functionName}`);
			}
			check(args);
			return undefined;
		},
		writeContract: async ({ address, args }) => {
			const transfer = check(args);
			transfers.push(transfer);
			const hash = ethers.hexlify(ethers.randomBytes(32)) as Hex;
			const logs = [transferLog(ethers, address, transfer, hash)];
			receipts.set(hash, { status: 'success', logs });
			return hash;
		},
		sendTransaction: async () => {
			throw new Error('The chain deploys nothing');
		},
		waitForTransactionReceipt: async ({ hash }) => {
			const receipt = receipts.get(hash);
			if (!receipt) throw new Error('No such transaction');
			return receipt;
		},
	};
	return { facilitator: new ExactEvmScheme(signer, { simulateInSettle: true }), transfers };

	function check(args: readonly unknown[]): EvmTransfer {
		const [from, to, value, , , nonce] = args.map(String);
		const transfer = { from, to, value: BigInt(value ?? 0), nonce } as EvmTransfer;
		if (transfers.some((one) => one.from === transfer.from && one.nonce === transfer.nonce)) {
			throw new Error('FiatTokenV2: authorization is used or canceled');
		}
		if (funds(transfer.from) < transfer.value) {
			throw new Error('ERC20: transfer amount exceeds balance');
		}
		return transfer;
	}
}

function transferLog(
	ethers: typeof Ethers,
	address: Hex,
	{ from, to, value }: EvmTransfer,
	hash: Hex,
): Receipt['logs'][number] {
	const word = (owner: string) => ethers.zeroPadValue(owner, 32) as Hex;
	return {
		address,
		topics: [ethers.id('Transfer(address,address,uint256)') as Hex, word(from), word(to)],
		data: ethers.AbiCoder.defaultAbiCoder().encode(['uint256'], [value]) as Hex,
		blockHash: hash,
		blockNumber: 1n,
		logIndex: 0,
		removed: false,
		transactionHash: hash,
		transactionIndex: 0,
	};
}
