import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import {
	AbiCoder,
	getAddress,
	id,
	randomBytes,
	hexlify,
	type TypedDataField,
	verifyTypedData,
	zeroPadValue,
} from 'ethers';

type Signer = ConstructorParameters<typeof ExactEvmScheme>[0];

/** What the facilitator reads of a receipt's events. */
interface Receipt {
	status: string;
	logs: NonNullable<Awaited<ReturnType<Signer['waitForTransactionReceipt']>>['logs']>;
}

/** A chain with one contract, a dollar that everybody has enough of and that takes each authorization once. */
export class EvmChain {
	/** Every transfer that was carried out. */
	readonly transfers: Array<{ from: string; to: string; value: bigint; nonce: string }> = [];
	readonly facilitator: ExactEvmScheme;
	private readonly receipts = new Map<string, Receipt>();

	constructor(private readonly funds: (owner: string) => bigint = () => 10n ** 30n) {
		this.facilitator = new ExactEvmScheme(this.signer(), { simulateInSettle: true });
	}

	private signer(): Signer {
		return {
			getAddresses: () => ['0x00000000000000000000000000000000000000fa'],
			getCode: async ({ address }) => (/^0x833589/i.test(address) ? '0x6001' : undefined),
			verifyTypedData: async ({ address, domain, types, message, signature }) => {
				const named = { ...(types as Record<string, TypedDataField[]>) };
				delete named.EIP712Domain;
				try {
					return verifyTypedData(domain, named, message, signature) === getAddress(address);
				} catch {
					return false;
				}
			},
			readContract: async ({ functionName, args = [] }) => {
				if (functionName !== 'transferWithAuthorization') {
					throw new Error(`The chain has no ${functionName}`);
				}
				this.check(args);
				return undefined;
			},
			writeContract: async ({ address, args }) => {
				const transfer = this.check(args);
				this.transfers.push(transfer);
				const hash = hexlify(randomBytes(32)) as `0x${string}`;
				this.receipts.set(hash, {
					status: 'success',
					logs: [transferLog(address, transfer, hash)],
				});
				return hash;
			},
			sendTransaction: async () => {
				throw new Error('The chain deploys nothing');
			},
			waitForTransactionReceipt: async ({ hash }) => {
				const receipt = this.receipts.get(hash);
				if (!receipt) throw new Error('No such transaction');
				return receipt;
			},
		};
	}

	private check(args: readonly unknown[]) {
		const [from, to, value, , , nonce] = args;
		const transfer = {
			from: String(from),
			to: String(to),
			value: BigInt(String(value)),
			nonce: String(nonce),
		};
		if (this.transfers.some((one) => one.from === transfer.from && one.nonce === transfer.nonce)) {
			throw new Error('FiatTokenV2: authorization is used or canceled');
		}
		if (this.funds(transfer.from) < transfer.value) {
			throw new Error('ERC20: transfer amount exceeds balance');
		}
		return transfer;
	}
}

function transferLog(
	address: `0x${string}`,
	{ from, to, value }: { from: string; to: string; value: bigint },
	hash: `0x${string}`,
): Receipt['logs'][number] {
	const word = (owner: string) => zeroPadValue(owner, 32) as `0x${string}`;
	return {
		address,
		topics: [id('Transfer(address,address,uint256)') as `0x${string}`, word(from), word(to)],
		data: AbiCoder.defaultAbiCoder().encode(['uint256'], [value]) as `0x${string}`,
		blockHash: hash,
		blockNumber: 1n,
		logIndex: 0,
		removed: false,
		transactionHash: hash,
		transactionIndex: 0,
	};
}
