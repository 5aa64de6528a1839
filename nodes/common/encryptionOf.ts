import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../../lib/base/record';
import { encryptionChoices, type EnclaveChoices } from '../../lib/encryption/enclaveChoices';
import { requireEncryptable } from '../../lib/encryption/encryptable';
import type { Prepare } from '../../lib/http/send';

/** What the user demands of the enclave of an encrypted chat; undefined where it is not encrypted. Throws a ServiceFailure. */
export function encryptionOf(this: IExecuteSingleFunctions): EnclaveChoices | undefined {
	return encryptionChoices((name, fallback) => this.getNodeParameter(name, fallback) as unknown);
}

/** Refuses what cannot be encrypted before anything of the run is sent. */
export const checkEncryption: Prepare = function (options) {
	const choices = encryptionOf.call(this);
	if (choices !== undefined)
		requireEncryptable(isRecord(options.body) ? options.body : {}, choices);
};
