import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { modelAnswerOf } from '../../../../lib/chat/agents/modelAnswer';
import type { Answer } from '../../../../lib/core/answer';
import { LONGEST_SILENCE_MS } from '../../../../lib/core/bounds';
import { readChatAnswer } from '../../../../lib/chat/chatAnswer';
import { readWholeCompletion, requireAnswer } from '../../../../lib/chat/completion';
import { jobIds, queuedJob } from '../../../../lib/run/jobs/queuedJob';
import { jobState, readStatus, jobTimesOf } from '../../../../lib/run/jobs/status';
import { limitRefusal } from '../../../../lib/models/checkModel';
import { defaultRecord } from '../../../../lib/models/defaultRecord';
import { modelPriceOf } from '../../../../lib/models/modelPrice';
import { modelRecords } from '../../../../lib/models/fetchModel';
import type { Item } from '../../../../lib/run/item';
import { readText } from '../../../../lib/speech/transcription/readText';
import type { SendRequest } from '../../../../lib/wire/send';
import { imagePrice, musicPrice, upscalePrice } from '../../../../lib/cost/recordPrices';
import { rpcFailure, batchReplies } from '../../../../lib/wire/rpcReply';
import { spokenSegmentsOf } from '../../../../lib/speech/cues';
import type { Timestamps } from '../../../../lib/speech/transcript';
import { cloneVoice } from '../../../../nodes/InferenceAudio/operations/voice/clone.operation';
import { getRateLimits } from '../../../../nodes/InferenceBilling/operations/rateLimit/get.operation';
import { getUsageAnalytics } from '../../../../nodes/InferenceBilling/operations/usage/getAnalytics.operation';
import { getCharacter as getCharacter } from '../../../../nodes/InferenceCharacters/operations/character/get.operation';
import { answerOnce } from '../../../../nodes/InferenceChat/answerItem';
import { createEmbeddings } from '../../../../nodes/InferenceEmbeddings/operations/create.operation';
import { generateImage } from '../../../../nodes/InferenceImage/operations/image/generate.operation';
import { getModel as getModel } from '../../../../nodes/InferenceModels/operations/model/get.operation';
import { getManyTraits } from '../../../../nodes/InferenceModels/operations/trait/getMany.operation';
import { queueVideo } from '../../../../nodes/InferenceVideo/operations/video/queue.operation';
import { quoteVideo } from '../../../../nodes/InferenceVideo/operations/video/quote.operation';
import { getWalletBalance } from '../../../../nodes/InferenceX402/operations/balance/get.operation';
import * as honest from './honestAnswers';

interface Reader {
	honest: unknown;
	/** Whether its call costs money. */
	paid: boolean;
	read(this: IExecuteSingleFunctions, answer: Answer): unknown;
}

const CALLS = [1, 'two'].map((id) => ({ jsonrpc: '2.0' as const, id, method: 'm', params: [] }));
const WANTED = { wire: 'size', label: 'Size', facts: ['sizes', 'promptCharacterLimit'] };

async function readChat(this: IExecuteSingleFunctions, answer: Answer): Promise<unknown> {
	const send: SendRequest = async (_, { readBody = (body: Answer) => body } = {}) =>
		await readBody(answer);
	const settings = { silenceMs: LONGEST_SILENCE_MS };
	return await answerOnce({ context: this, request: { url: '' }, send, settings } as Item);
}

/** What reads the JSON of an answer, by what it reads. */
export const readers: Record<string, Reader> = {
	chat: { honest: honest.chat, paid: true, read: readChat },
	embeddings: { honest: honest.embeddings, paid: true, read: createEmbeddings.read },
	images: { honest: honest.images, paid: true, read: generateImage.read },
	transcription: {
		...{ honest: honest.transcript, paid: true },
		async read(answer) {
			const items = await readText.call(this, answer);
			return items.map(({ json }) =>
				spokenSegmentsOf({ text: '', timestamps: json.timestamps as Timestamps }),
			);
		},
	},
	'cloned voice': { honest: { id: 'voice-1', model: 'm' }, paid: true, read: cloneVoice.read },
	'queued job': { honest: honest.job, paid: true, read: queueVideo.read },
	quote: { honest: { quote: 0.35 }, paid: false, read: quoteVideo.read },
	analytics: { honest: honest.analytics, paid: false, read: getUsageAnalytics.read },
	traits: { honest: { data: { fast: 'm' }, type: 'text' }, paid: false, read: getManyTraits.read },
	balance: { honest: { data: { balanceUsd: 3 } }, paid: false, read: getWalletBalance.read },
	'agent answer': {
		...{ honest: honest.chat, paid: true },
		read: async (answer) => {
			const read = readChatAnswer(await readWholeCompletion(answer), answer);
			return modelAnswerOf(requireAnswer(answer, read), answer, ['tool']);
		},
	},
	'job status': {
		...{ honest: honest.status, paid: true },
		read: async (answer) => {
			const facts = await readStatus(answer);
			return [jobState(facts), jobTimesOf(facts)];
		},
	},
	'job identifiers': {
		...{ honest: honest.job, paid: true },
		read: (answer) => jobIds(queuedJob(answer, 'm')),
	},
	'JSON-RPC replies': {
		...{ honest: honest.rpc, paid: true },
		read: (answer) =>
			batchReplies(CALLS, answer).map((reply) =>
				'rpcError' in reply ? rpcFailure('m', reply.rpcError, {}).facts : reply,
			),
	},
	models: { honest: honest.models, paid: false, read: ({ body }) => modelFacts(body) },
	'rate limits': { honest: { data: honest.rateLimits }, paid: false, read: getRateLimits.read },
	model: { honest: honest.models.data[0], paid: false, read: getModel.read },
	character: {
		...{ honest: { data: { slug: 's', tags: ['t'], stats: { averageRating: 4 } } }, paid: false },
		read: getCharacter.read,
	},
};

/** All that is read of a model list besides its output: defaults, limits and prices. */
function modelFacts(body: unknown): unknown {
	const records = modelRecords(body);
	const facts = records.map((record) => [
		modelPriceOf(record),
		...(['values', 'length', 'most', 'divisor', 'flag'] as const).map((kind) =>
			limitRefusal({ ...WANTED, kind }, record.spec, 'large'),
		),
		imagePrice(record.spec, { resolution: '1K' }),
		...[musicPrice(record.spec, { prompt: 'x' }), upscalePrice(record.spec, 2)],
	]);
	return [facts, defaultRecord(records)?.id];
}
