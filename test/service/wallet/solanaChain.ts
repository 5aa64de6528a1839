import type { ExactSvmScheme } from '@x402/svm/exact/facilitator' with {
	'resolution-mode': 'import',
};
import { sign } from './nacl';

type Signer = ConstructorParameters<typeof ExactSvmScheme>[0];
type Address = ReturnType<Signer['getAddresses']>[number];

/** A chain that takes every transaction whose signatures are right, each only once, and its facilitator. */
export interface SolanaChain {
	readonly facilitator: ExactSvmScheme;
	/** Who pays the network's fee: the facilitator. */
	readonly feePayer: string;
	/** The signatures of what was sent. */
	readonly sent: readonly string[];
}

/** Loads the libraries and starts the chain; the seed is the facilitator's. */
export async function openSolanaChain(seed: Uint8Array): Promise<SolanaChain> {
	const { encodeBase58 } = await import('ethers');
	const { ExactSvmScheme } = await import('@x402/svm/exact/facilitator');
	const keys = sign.keyPair.fromSeed(Uint8Array.from(seed));
	const feePayer = encodeBase58(keys.publicKey);
	const sent: string[] = [];
	const signer: Signer = {
		getAddresses: () => [feePayer as Address],
		signTransaction: async (transaction) => {
			const bytes = Buffer.from(transaction, 'base64');
			const { message, signatures } = parts(bytes);
			signatures[0]?.set(sign.detached(message, keys.secretKey));
			return bytes.toString('base64');
		},
		simulateTransaction: async (transaction) => {
			const { message, signatures } = parts(Buffer.from(transaction, 'base64'));
			if (!signedBy(message, signatures[1], 1)) {
				throw new Error('The payer did not sign this transaction');
			}
		},
		sendTransaction: async (transaction) => {
			const { message, signatures } = parts(Buffer.from(transaction, 'base64'));
			const [first] = signatures;
			if (!first || !signedBy(message, first, 0)) {
				throw new Error('The fee payer did not sign this transaction');
			}
			const signature = encodeBase58(first);
			if (sent.includes(signature)) throw new Error('This transaction was already processed');
			sent.push(signature);
			return signature;
		},
		confirmTransaction: async () => {},
	};
	return { facilitator: new ExactSvmScheme(signer), feePayer, sent };
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

/** Whether the nth account signed: after version, three counts and the number of accounts come 32 bytes each. */
function signedBy(message: Uint8Array, signature: Uint8Array | undefined, index: number): boolean {
	const account = message.subarray(5 + 32 * index, 37 + 32 * index);
	return signature !== undefined && sign.detached.verify(message, signature, account);
}
