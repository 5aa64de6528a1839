import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { isRecord } from '../../lib/record';
import { walletDescription } from '../common/baseDescription';
import { searchModels } from '../common/listSearch/searchModels';
import { searchVoices } from '../common/listSearch/searchVoices';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { cloneVoice } from './operations/cloneVoice.operation';
import { deleteMedia } from './operations/deleteMedia.operation';
import { generateAudio } from './operations/generateAudio.operation';
import { generateSpeech } from './operations/generateSpeech.operation';
import { queue } from './operations/queue.operation';
import { quote } from './operations/quote.operation';
import { retrieve } from './operations/retrieve.operation';
import { transcribe } from './operations/transcribe.operation';

export class InferenceAudio implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(
			operationProperties(
				[
					generateSpeech,
					generateAudio,
					transcribe,
					cloneVoice,
					quote,
					queue,
					retrieve,
					deleteMedia,
				],
				'generateSpeech',
			),
		),
		displayName: 'Inference Audio',
		name: 'inferenceAudio',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'Turn text into speech and speech into text, clone voices, make music and sounds',
		defaults: { name: 'Inference Audio' },
	};

	methods = {
		listSearch: {
			searchCloningModels: searchModels('tts', ({ spec }) => isRecord(spec.voice_cloning)),
			searchMusicModels: searchModels('music'),
			searchMusicVoices: searchModelValues('music', 'voices'),
			searchSpeechModels: searchModels('tts'),
			searchTranscriptionModels: searchModels('asr'),
			searchVoices,
		},
	};
}
