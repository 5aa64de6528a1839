import type { JournalEntry } from '../journal';
import type { AttestationTrick, Enclave } from './enclave';
import type { CollateralFault } from './platform';

/** What the service does with an answer that the enclave encrypted, besides passing it on. */
export type AnswerTrick =
	| 'plainPiece'
	| 'plainAnswer'
	| 'plainReasoning'
	| 'notCiphertext'
	| 'otherSession'
	| 'changedTag'
	| 'plainToolCall'
	| 'blankEnds'
	| 'noEnd'
	| 'noDone'
	| 'repeated'
	| 'reordered'
	| 'keyRefused'
	| 'keyRefusedAlways';

/** How a model writes the calls of functions that it was offered inside its messages. */
export type CallTrick =
	'fenced' | 'cut' | 'filtered' | 'unknownFunction' | 'textArguments' | 'hugeNumber';

/** How the service and its enclaves behave; all of it is honest unless set. */
export interface EnclaveSwitches {
	form?: 'dstack' | 'aci';
	attestation?: AttestationTrick | 'huge';
	collateral?: CollateralFault;
	answer?: AnswerTrick;
	calls?: CallTrick;
	/** The list of models cannot be read. */
	noModels?: boolean;
}

/** The enclave of a world, made on first use, and its switches. */
export class EnclaveRoom {
	switches: EnclaveSwitches = {};

	/** What the last user message of an encrypted request says, which stands nowhere else. */
	readonly inside = new WeakMap<JournalEntry, string>();

	private made?: Enclave;

	constructor(private readonly make: () => Enclave) {}

	get enclave(): Enclave {
		return (this.made ??= this.make());
	}

	clear(): void {
		this.switches = {};
	}
}
