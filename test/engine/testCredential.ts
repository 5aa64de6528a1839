import 'reflect-metadata';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	INodeType,
} from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { collectLogs } from './logs';
import { workflowWith } from './workflow';

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

const carrierOf = (credentialType: ICredentialType, test: ICredentialTestRequest): INodeType => ({
	description: {
		displayName: 'Temp-Node',
		name: 'noOp',
		group: ['organization'],
		version: 1,
		description: 'No operation',
		defaults: { name: 'Temp-Node' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: credentialType.name, required: true }],
		properties: [
			{
				displayName: 'Temp',
				name: 'temp',
				type: 'string',
				default: '',
				routing: { request: test.request },
			},
		],
	},
});

const property = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

function failure(error: unknown, rules: ICredentialTestRequest['rules']): string {
	const cause = property(error, 'cause');
	const response = property(cause, 'response');
	if (response) {
		const status = property(response, 'status');
		for (const { type, properties } of rules ?? []) {
			if (type === 'responseCode' && properties.value === status) return properties.message;
		}
		return String(property(response, 'statusText') || `Received HTTP status code: ${status}`);
	}
	return String(property(cause, 'code') ?? property(error, 'message'));
}

/** The test of a credential as n8n's credentials tester makes it, with the sentence that its panel shows. */
export async function testCredential(options: {
	credentialType: ICredentialType;
	credentials: ICredentialDataDecryptedObject;
}): Promise<CredentialTestResult> {
	const { credentialType } = options;
	const { test } = credentialType;
	if (!test) throw new Error(`${credentialType.name} has no test`);

	collectLogs();
	const carrier = carrierOf(credentialType, test);
	const credentials = { [credentialType.name]: options.credentials };
	const { workflow, node } = workflowWith(carrier, { credentials });
	const additionalData = additionalDataFor({ credentialTypes: [credentialType], credentials });
	const data = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		data,
		{ node, data, source: null },
		[],
	);
	const decrypted = { id: 'credential', name: 'Credential', type: credentialType.name };
	try {
		await new RoutingNode(context, carrier, {
			...decrypted,
			data: await additionalData.credentialsHelper.getDecrypted(
				additionalData,
				decrypted,
				credentialType.name,
				'internal',
			),
		}).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: failure(error, test.rules) };
	}
}
