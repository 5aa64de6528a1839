import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { isRecord } from '../../lib/core/record';
import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchModels } from '../common/listSearch/searchModels';
import { searchVoices } from '../common/listSearch/searchVoices';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { deletionRefusalField } from '../common/refusals';
import { changesVoice, makesSound } from '../../lib/models/defaultRecord';
import { cloneVoice } from './operations/voice/clone.operation';
import { convertVoice } from './operations/voice/convert.operation';
import { deleteAudioMedia } from './operations/job/delete.operation';
import { deleteConversion } from './operations/job/deleteConversion.operation';
import { retrieveAudio } from './operations/job/retrieve.operation';
import { retrieveConversion } from './operations/job/retrieveConversion.operation';
import { quoteConversion } from './operations/voice/quote.operation';
import { generateAudio } from './operations/music/generate.operation';
import { generateFromSubtitles } from './operations/speech/generateFromSubtitles.operation';
import { generateSpeech } from './operations/speech/generate.operation';
import { queueAudio } from './operations/music/queue.operation';
import { quoteAudio } from './operations/music/quote.operation';
import { transcribeRecordingOperation } from './operations/recording/transcribe.operation';

const RESOURCES: Resource[] = [
	{
		name: 'Speech',
		value: 'speech',
		operations: [generateSpeech, generateFromSubtitles],
	},
	{ name: 'Recording', value: 'recording', operations: [transcribeRecordingOperation] },
	{
		name: 'Music and Sound',
		value: 'music',
		operations: [generateAudio, queueAudio, quoteAudio],
	},
	{ name: 'Voice', value: 'voice', operations: [cloneVoice, convertVoice, quoteConversion] },
	{
		name: 'Job',
		value: 'job',
		operations: [retrieveAudio, retrieveConversion, deleteAudioMedia, deleteConversion],
	},
];

export class InferenceAudio implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(RESOURCES, {
			properties: [deletionRefusalField('job', 'delete', 'deleteConversion')],
		}),
		displayName: 'Inference Audio',
		name: 'inferenceAudio',
		icon: {
			light: 'file:../../icons/audio.svg',
			dark: 'file:../../icons/audio.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description:
			'Generate speech, music and sounds, transcribe recordings, clone and convert voices',
		builderHint: BUILDER_HINTS.inferenceAudio,
		defaults: { name: 'Inference Audio' },
	};

	methods = {
		listSearch: {
			searchCloningModels: searchModels('tts', {
				fits: ({ spec }) => isRecord(spec.voice_cloning),
				emptyMeans: 'service',
			}),
			searchChangedVoices: searchModelValues('music', ['voices'], () => changesVoice),
			searchFallbackModels: searchModels('tts'),
			searchMusicJobModels: searchModels('music', { fits: makesSound }),
			searchMusicModels: searchModels('music', { fits: makesSound, emptyMeans: makesSound }),
			searchMusicVoices: searchModelValues('music', ['voices'], () => makesSound),
			searchSpeechModels: searchModels('tts', { emptyMeans: 'service' }),
			searchTranscriptionModels: searchModels('asr', {
				...{ emptyMeans: 'service', lacks: 'not for subtitles' },
			}),
			searchVoiceChangerJobs: searchModels('music', { fits: changesVoice }),
			searchVoiceChangers: searchModels('music', { fits: changesVoice, emptyMeans: changesVoice }),
			searchVoices,
		},
	};
}
