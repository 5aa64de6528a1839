import type { z } from 'zod';
import { deleteKeyQuery, keyChangeRequest, keyPath, newKeyRequest } from './apiKeys';
import { transcriptionForm, voiceForm } from './audioFiles';
import {
	audioQueueRequest,
	audioQuoteRequest,
	completeRequest,
	conversionForm,
	conversionQuoteRequest,
	retrieveRequest,
} from './audioJobs';
import { characterPath, charactersQuery, reviewsQuery } from './characters';
import { chatSchema } from './chat';
import { decisionsRequest } from './decisions';
import { embeddingsRequest } from './embeddings';
import { imageEditForm, imageEditRequest, multiEditForm, multiEditRequest } from './imageEdit';
import { imageGenerateRequest } from './imageGenerate';
import {
	backgroundRemoveForm,
	backgroundRemoveRequest,
	upscaleForm,
	upscaleRequest,
} from './imageTools';
import { attestationQuery } from './enclave';
import { modelNamesQuery, modelPath, modelsQuery } from './models';
import { rpcCall, rpcHeaders, rpcPath } from './rpc';
import { speechRequest } from './speech';
import { usageAnalyticsFields } from './usageAnalytics';
import { firstPageFields, nextPageQuery } from './usageHistory';
import { videoQueueRequest, videoQuoteRequest, videoTranscriptionRequest } from './videoJobs';
import { scrapeRequest, searchRequest, textParserForm } from './web';

export interface RequestPart {
	in: 'body' | 'form' | 'header' | 'path' | 'query';
	schema: z.AnyZodObject;
}

const body = (schema: z.AnyZodObject): RequestPart => ({ in: 'body', schema });
const form = (schema: z.AnyZodObject): RequestPart => ({ in: 'form', schema });
const query = (schema: z.AnyZodObject): RequestPart => ({ in: 'query', schema });
const path = (schema: z.AnyZodObject): RequestPart => ({ in: 'path', schema });

/** Every field that each operation takes, under the neutral word; an empty list is an operation without any. */
export const REQUESTS = {
	'POST /chat/completions': [body(chatSchema('service'))],
	'POST /image/generate': [body(imageGenerateRequest)],
	'POST /image/edit': [body(imageEditRequest), form(imageEditForm)],
	'POST /image/multi-edit': [body(multiEditRequest), form(multiEditForm)],
	'POST /image/upscale': [body(upscaleRequest), form(upscaleForm)],
	'POST /image/background-remove': [body(backgroundRemoveRequest), form(backgroundRemoveForm)],
	'GET /image/styles': [],
	'POST /audio/speech': [body(speechRequest)],
	'POST /audio/transcriptions': [form(transcriptionForm)],
	'POST /audio/voices': [form(voiceForm)],
	'POST /audio/quote': [body(audioQuoteRequest)],
	'POST /audio/queue': [body(audioQueueRequest)],
	'POST /audio/retrieve': [body(retrieveRequest)],
	'POST /audio/complete': [body(completeRequest)],
	'POST /audio/voice-changer/quote': [body(conversionQuoteRequest)],
	'POST /audio/voice-changer/queue': [form(conversionForm)],
	'POST /audio/voice-changer/retrieve': [body(retrieveRequest)],
	'POST /audio/voice-changer/complete': [body(completeRequest)],
	'POST /video/quote': [body(videoQuoteRequest)],
	'POST /video/queue': [body(videoQueueRequest)],
	'POST /video/retrieve': [body(retrieveRequest)],
	'POST /video/complete': [body(completeRequest)],
	'POST /video/transcriptions': [body(videoTranscriptionRequest)],
	'POST /embeddings': [body(embeddingsRequest)],
	'POST /decisions': [body(decisionsRequest)],
	'GET /models': [query(modelsQuery)],
	'GET /models/:id': [path(modelPath)],
	'GET /models/traits': [query(modelNamesQuery)],
	'GET /tee/attestation': [query(attestationQuery)],
	'GET /models/compatibility_mapping': [query(modelNamesQuery)],
	'GET /characters': [query(charactersQuery)],
	'GET /characters/:slug': [path(characterPath)],
	'GET /characters/:slug/reviews': [path(characterPath), query(reviewsQuery)],
	'GET /billing/usage-history': [query(firstPageFields), query(nextPageQuery)],
	'GET /billing/usage-analytics': [query(usageAnalyticsFields)],
	'GET /billing/balance': [],
	'GET /api_keys': [],
	'GET /api_keys/:id': [path(keyPath)],
	'POST /api_keys': [body(newKeyRequest)],
	'PATCH /api_keys': [body(keyChangeRequest)],
	'DELETE /api_keys': [query(deleteKeyQuery)],
	'GET /api_keys/rate_limits': [],
	'GET /api_keys/rate_limits/log': [],
	'GET /crypto/rpc/networks': [],
	'POST /crypto/rpc/:network': [path(rpcPath), { in: 'header', schema: rpcHeaders }, body(rpcCall)],
	'POST /augment/search': [body(searchRequest)],
	'POST /augment/scrape': [body(scrapeRequest)],
	'POST /augment/text-parser': [form(textParserForm)],
} satisfies Record<string, RequestPart[]>;

export type OperationName = keyof typeof REQUESTS;
