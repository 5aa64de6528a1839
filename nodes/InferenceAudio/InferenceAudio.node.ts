import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { baseDescription } from '../common/baseDescription';
import { searchModels } from '../common/listSearch/searchModels';
import { searchVoices } from '../common/listSearch/searchVoices';
import { generateSpeech } from './operations/generateSpeech.operation';

export class InferenceAudio implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(operationProperties([generateSpeech], 'generateSpeech')),
		displayName: 'Inference Audio',
		name: 'inferenceAudio',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] }}',
		usableAsTool: true,
		description: 'Turn text into speech files',
		defaults: { name: 'Inference Audio' },
	};

	methods = { listSearch: { searchSpeechModels: searchModels('tts'), searchVoices } };
}
