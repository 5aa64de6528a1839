import type { Route } from '../call';
import { completeAudio, queueAudio, quoteAudio, retrieveAudio } from './audio/jobs';
import { transcribe } from './audio/transcriptions';
import { cloneVoice } from './audio/voices';
import { createChatCompletion } from './chat';
import { createEmbeddings } from './embeddings';
import { removeBackground } from './image/backgroundRemove';
import { editImage } from './image/edit';
import { generateImage } from './image/generate';
import { multiEditImage } from './image/multiEdit';
import { listStyles } from './image/styles';
import { upscaleImage } from './image/upscale';
import { getModel, listModels } from './models';
import { getRateLimits } from './rateLimits';
import { createSpeech } from './speech';
import { getUsageHistory } from './usageHistory';
import { download, revokeDownload } from './video/download';
import { completeVideo, queueVideo, quoteVideo, retrieveVideo } from './video/jobs';
import { transcribeVideo } from './video/transcriptions';

/** Every operation that the local service knows. */
export const ROUTES: readonly Route[] = [
	listModels,
	getModel,
	createChatCompletion,
	createSpeech,
	getRateLimits,
	getUsageHistory,
	createEmbeddings,
	generateImage,
	editImage,
	multiEditImage,
	upscaleImage,
	removeBackground,
	listStyles,
	transcribe,
	cloneVoice,
	quoteAudio,
	queueAudio,
	retrieveAudio,
	completeAudio,
	quoteVideo,
	queueVideo,
	retrieveVideo,
	completeVideo,
	transcribeVideo,
	download,
	revokeDownload,
];
