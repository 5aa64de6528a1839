import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IRequestOptionsSimplified,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';
import type { CredentialData } from './workflow';

const notStored = async (): Promise<never> => {
	throw new Error('This test stores no credentials');
};

/** n8n's credentials helper without its database: decrypted data by credential type. */
export class TestCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly types: ICredentialType[],
		private readonly data: CredentialData,
	) {
		super();
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const request = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.type(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		if (!authenticate || !workflow || !node) return request;

		const resolve = (value: unknown) =>
			String(
				workflow.expression.getSimpleParameterValue(node, String(value), 'internal', {
					$credentials: credentials,
				}) ?? '',
			);
		const merged: Record<string, unknown> = { ...request };
		for (const [part, values] of Object.entries(authenticate.properties)) {
			const resolved = Object.entries(values ?? {}).map(([key, value]) => [
				resolve(key),
				resolve(value),
			]);
			merged[part] = { ...Object(merged[part]), ...Object.fromEntries(resolved) };
		}
		return { ...request, ...merged };
	}

	override async getDecrypted(
		_additionalData: unknown,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode = 'manual',
		executeData?: IExecuteData,
		_raw?: boolean,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.data[type];
		if (!data) throw new Error(`The test gave no data for the credential "${type}"`);
		// As n8n does: a field that was never filled in has the default of its type.
		const filled: ICredentialDataDecryptedObject = {};
		for (const { name, default: fallback } of this.getCredentialsProperties(type)) {
			if (typeof fallback !== 'object' && fallback !== undefined) filled[name] = fallback;
		}
		if (item === undefined) return { ...filled, ...data };
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
		const place = [runExecutionData, runIndex, itemIndex, node.name] as const;
		return workflow.expression.getParameterValue(
			{ ...filled, ...data } as INodeParameters,
			...place,
			...([connectionInputData, mode, {}, executeData] as const),
		) as ICredentialDataDecryptedObject;
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override getParentTypes(name: string): string[] {
		return this.type(name).extends ?? [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getCredentialsProperties(type: string) {
		return this.type(type).properties;
	}

	override getCredentials = notStored;

	override updateCredentials = notStored;

	override updateCredentialsOauthTokenData = notStored;

	private type(name: string): ICredentialType {
		const type = this.types.find((candidate) => candidate.name === name);
		if (!type) throw new Error(`The test gave no credential type "${name}"`);
		return type;
	}
}
