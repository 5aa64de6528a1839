import type { Route } from '../call';
import { changeKey, createKey, deleteKey, getKey, listKeys } from './apiKeys';
import { endOfAudio, queueAudio, quoteAudio } from './audio/jobs';
import { transcribe } from './audio/transcriptions';
import { endOfConversion, queueConversion, quoteConversion } from './audio/voiceChanger';
import { cloneVoice } from './audio/voices';
import { getBalance } from './billing/balance';
import { getRateLimitLog } from './billing/rateLimitLog';
import { getUsage } from './billing/usage';
import { getUsageAnalytics } from './billing/usageAnalytics';
import { getCharacter, listCharacters, listReviews } from './characters';
import { createChatCompletion } from './chat';
import { decide } from './decisions';
import { createEmbeddings } from './embeddings';
import { COLLATERAL, getAttestation } from './enclave';
import { removeBackground } from './image/backgroundRemove';
import { editImage } from './image/edit';
import { generateImage } from './image/generate';
import { generateConventional } from './image/generations';
import { multiEditImage } from './image/multiEdit';
import { listStyles } from './image/styles';
import { upscaleImage } from './image/upscale';
import { getCompatibilityMapping, getModel, getTraits, listModels } from './models';
import { getRateLimits } from './rateLimits';
import { callNetwork, listNetworks } from './rpc';
import { createSpeech } from './speech';
import { getUsageHistory } from './usageHistory';
import { download, revokeDownload } from './video/download';
import { endOfVideo, queueVideo, quoteVideo } from './video/jobs';
import { transcribeVideo } from './video/transcriptions';
import { scrapePage } from './web/scrape';
import { searchWeb } from './web/search';
import { parseDocument } from './web/textParser';
import { getWalletBalance, listTransactions, topUp } from './x402';

/** Every operation that the local service knows. */
export const ROUTES: readonly Route[] = [
	listModels,
	getModel,
	createChatCompletion,
	getAttestation,
	...COLLATERAL,
	createSpeech,
	getRateLimits,
	getUsageHistory,
	createEmbeddings,
	decide,
	generateImage,
	generateConventional,
	editImage,
	multiEditImage,
	upscaleImage,
	removeBackground,
	listStyles,
	transcribe,
	cloneVoice,
	quoteAudio,
	queueAudio,
	...endOfAudio,
	quoteConversion,
	queueConversion,
	...endOfConversion,
	quoteVideo,
	queueVideo,
	...endOfVideo,
	transcribeVideo,
	download,
	revokeDownload,
	getTraits,
	getCompatibilityMapping,
	listCharacters,
	getCharacter,
	listReviews,
	getBalance,
	getUsage,
	getRateLimitLog,
	listKeys,
	getKey,
	createKey,
	changeKey,
	deleteKey,
	getUsageAnalytics,
	listNetworks,
	callNetwork,
	searchWeb,
	scrapePage,
	parseDocument,
	topUp,
	getWalletBalance,
	listTransactions,
];
