import 'reflect-metadata';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { collectLogs } from './logs';

/** The test of a credential as n8n's credentials tester makes it: by the method of the node that names one. */
export async function testCredential(options: {
	node: INodeType;
	type: string;
	credentials: ICredentialDataDecryptedObject;
}): Promise<INodeCredentialTestResult> {
	const { node, type, credentials } = options;
	const entry = node.description.credentials?.find(({ name }) => name === type);
	const method = node.methods?.credentialTest?.[String(entry?.testedBy)];
	if (!method) throw new Error(`${node.description.name} has no test of ${type}`);

	collectLogs();
	const additionalData = additionalDataFor({ credentialTypes: [], credentials: {} });
	return await method.call(new CredentialTestContext(additionalData), {
		id: 'credential',
		name: 'Credential',
		type,
		data: credentials,
	});
}
