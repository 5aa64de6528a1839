import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { resourceProperties } from '../../lib/operation/operation';
import { isRecord } from '../../lib/base/record';
import { walletDescription } from '../common/baseDescription';
import { builderHints } from '../common/builderHints';
import { ANY, searchModels } from '../common/listSearch/searchModels';
import { searchVoices } from '../common/listSearch/searchVoices';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { cloneVoice } from './operations/voice/clone.operation';
import { deleteMedia } from './operations/music/delete.operation';
import { generateAudio } from './operations/music/generate.operation';
import { generateSpeech } from './operations/speech/generate.operation';
import { queue } from './operations/music/queue.operation';
import { quote } from './operations/music/quote.operation';
import { retrieve } from './operations/music/retrieve.operation';
import { transcribe } from './operations/recording/transcribe.operation';

export class InferenceAudio implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(
			resourceProperties([
				{ name: 'Speech', value: 'speech', operations: [generateSpeech] },
				{
					name: 'Music and Sound',
					value: 'music',
					operations: [generateAudio, quote, queue, retrieve, deleteMedia],
				},
				{ name: 'Recording', value: 'recording', operations: [transcribe] },
				{ name: 'Voice', value: 'voice', operations: [cloneVoice] },
			]),
		),
		displayName: 'Inference Audio',
		name: 'inferenceAudio',
		icon: {
			light: 'file:../../icons/audio.svg',
			dark: 'file:../../icons/audio.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		usableAsTool: true,
		description: 'Generate speech, music and sounds, transcribe recordings and clone voices',
		builderHint: builderHints.inferenceAudio,
		defaults: { name: 'Inference Audio' },
	};

	methods = {
		listSearch: {
			searchCloningModels: searchModels('tts', {
				fits: ({ spec }) => isRecord(spec.voice_cloning),
				empty: 'service',
			}),
			searchMusicJobModels: searchModels('music'),
			searchMusicModels: searchModels('music', { empty: ANY }),
			searchMusicVoices: searchModelValues('music', ['voices']),
			searchSpeechModels: searchModels('tts', { empty: 'service' }),
			searchTranscriptionModels: searchModels('asr', { empty: 'service' }),
			searchVoices,
		},
	};
}
