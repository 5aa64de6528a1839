import { ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialType, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { TestCredentialsHelper } from './credentialsHelper';
import type { CredentialData } from './workflow';

const HOST = 'http://localhost:5678/';

const absent = async (): Promise<never> => {
	throw new Error('The test engine runs a single node');
};

export interface EngineSetting {
	credentialTypes?: ICredentialType[];
	credentials?: CredentialData;
	executionId?: string;
}

/** What n8n hands to every execution, with its addresses and credentials and nothing else. */
export function additionalDataFor(setting: EngineSetting): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new TestCredentialsHelper(
			setting.credentialTypes ?? [],
			setting.credentials ?? {},
		),
		executionId: setting.executionId ?? 'execution-under-test',
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		instanceBaseUrl: HOST,
		restApiUrl: `${HOST}rest`,
		formBaseUrl: `${HOST}form`,
		formWaitingBaseUrl: `${HOST}form-waiting`,
		formTestBaseUrl: `${HOST}form-test`,
		webhookBaseUrl: `${HOST}webhook`,
		webhookWaitingBaseUrl: `${HOST}webhook-waiting`,
		webhookTestBaseUrl: `${HOST}webhook-test`,
		mcpBaseUrl: `${HOST}mcp`,
		mcpTestBaseUrl: `${HOST}mcp-test`,
		executeWorkflow: absent,
		getRunExecutionData: absent,
		getRuntimeCredential: absent,
		startRunnerTask: absent,
		logAiEvent: () => {},
	};
}
