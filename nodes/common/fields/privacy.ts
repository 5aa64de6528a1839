import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/operationHandling';
import { appliedAfter } from '../../../lib/fields/rules';
import { PRIVACY_SETTINGS } from '../../../lib/fields/settingNames';
import { ENCRYPTION_PARAMETER } from '../../../lib/privacy/enclaveChoices';
import { privacyField } from './allowedPrivacy';
import { enclaveField } from './enclave';
import { optionGroup } from './optionGroup';

/** Who may read what an operation sends; none where no model gets it. */
export function privacyGroups({ price, encryption }: OperationHandling): INodeProperties[] {
	if (price?.modelType === undefined) return [];
	return [privacyGroup(encryption === undefined ? [] : encryptionFields())];
}

export function privacyGroup(more: INodeProperties[] = []): INodeProperties {
	const allowed = privacyField(
		'Which models may receive the data of this node, as marked in the model list of the service. Checked before anything is sent, for fallback models too. The credential may be stricter.',
		'private',
	);
	return optionGroup('Privacy', PRIVACY_SETTINGS, [appliedAfter(allowed), ...more]);
}

export function encryptionFields(): INodeProperties[] {
	return [
		{
			displayName: 'Encryption',
			name: ENCRYPTION_PARAMETER,
			type: 'options',
			default: 'required',
			description:
				'How to protect the messages. Required encrypts them so that only the enclave of the model can read them. Answers are not authenticated, metadata is visible, and n8n stores prompts and answers in plain text unless the workflow settings turn off saving executions.',
			options: [
				{
					name: 'Off',
					value: 'off',
					description: 'The service reads messages and answers',
				},
				{
					name: 'Required',
					value: 'required',
					description:
						'Verifies the enclave first, and sends nothing in plain text. Needs a model that is marked "encryption".',
				},
			],
		},
		{
			...enclaveField([toolsInsideField()]),
			displayOptions: { show: { [ENCRYPTION_PARAMETER]: ['required'] } },
		},
	];
}

function toolsInsideField(): INodeProperties {
	return {
		displayName: 'Tools Inside Messages',
		name: 'toolsInside',
		type: 'boolean',
		default: true,
		description:
			'Whether to send tools, calls and results as text of the encrypted messages. Their schemas are charged as input with every call, the answer arrives in one piece, and a call that cannot be read fails the item. Answers are not authenticated, so the service can forge a call: offer no tool that must not be called by others.',
	};
}
