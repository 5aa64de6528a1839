import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { encodeBase58 } from 'ethers';
import { sign } from './nacl';

type Signer = ConstructorParameters<typeof ExactSvmScheme>[0];
type Address = ReturnType<Signer['getAddresses']>[number];

/** A chain that takes every transaction whose signatures are right, and each only once. */
export class SolanaChain {
	/** The signatures of what was sent. */
	readonly sent: string[] = [];
	readonly facilitator: ExactSvmScheme;
	/** Who pays the network's fee: the facilitator. */
	readonly feePayer: string;
	private readonly keys: ReturnType<typeof sign.keyPair.fromSeed>;

	constructor(seed: Uint8Array) {
		this.keys = sign.keyPair.fromSeed(Uint8Array.from(seed));
		this.feePayer = encodeBase58(this.keys.publicKey);
		this.facilitator = new ExactSvmScheme(this.signer());
	}

	private signer(): Signer {
		return {
			getAddresses: () => [this.feePayer as Address],
			signTransaction: async (transaction) => {
				const bytes = Buffer.from(transaction, 'base64');
				const { message, signatures } = parts(bytes);
				signatures[0]?.set(sign.detached(message, this.keys.secretKey));
				return bytes.toString('base64');
			},
			simulateTransaction: async (transaction) => {
				const { message, signatures } = parts(Buffer.from(transaction, 'base64'));
				const payer = signatures[1];
				if (!payer || !sign.detached.verify(message, payer, signerKey(message, 1))) {
					throw new Error('The payer did not sign this transaction');
				}
			},
			sendTransaction: async (transaction) => {
				const { message, signatures } = parts(Buffer.from(transaction, 'base64'));
				const [first] = signatures;
				if (!first || !sign.detached.verify(message, first, signerKey(message, 0))) {
					throw new Error('The fee payer did not sign this transaction');
				}
				const signature = encodeBase58(first);
				if (this.sent.includes(signature))
					throw new Error('This transaction was already processed');
				this.sent.push(signature);
				return signature;
			},
			confirmTransaction: async () => {},
		};
	}
}

/** The pieces of a transaction with fewer than 128 signatures; the signatures share the bytes given. */
export function parts(bytes: Uint8Array): { message: Uint8Array; signatures: Uint8Array[] } {
	const own = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const count = own[0] ?? 0;
	const signatures = Array.from({ length: count }, (_, index) =>
		own.subarray(1 + 64 * index, 65 + 64 * index),
	);
	return { message: own.subarray(1 + 64 * count), signatures };
}

/** The nth account of a versioned message: version, three counts, the number of accounts, then 32 bytes each. */
function signerKey(message: Uint8Array, index: number): Uint8Array {
	return message.subarray(5 + 32 * index, 37 + 32 * index);
}
