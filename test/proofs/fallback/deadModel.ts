import { HumanMessage } from '@langchain/core/messages';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { clock } from '../../../lib/core/clock';
import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { fastClock } from '../../engine/fastClock';
import { runNode, type RunNodeOptions } from '../../engine/runNode';
import { chatModel, streamed } from '../../nodes/LmChatInference/chatModel';
import type { Fault } from '../../service/faults';
import { type JournalEntry, type LocalService, startService } from '../../service/service';
import { accessTo } from '../../engine/access';

type Access = Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;

const id = (value: string) => ({ mode: 'id', value });
const refusal = (status: number, code?: string): Fault => ({
	status,
	body: { error: `Trouble ${status}`, ...(code !== undefined && { code }) },
});

/** A way to be dead; `isLost` where the call may have been charged, so that the next model is asked only with the switch for lost answers. */
interface Way {
	fault: Fault;
	isLost?: boolean;
}

export const WAYS: Record<string, Way> = {
	'at capacity': { fault: refusal(503, 'MODEL_AT_CAPACITY') },
	'at capacity, with a time': {
		fault: { ...refusal(503, 'MODEL_AT_CAPACITY'), headers: { 'retry-after': '600' } },
	},
	overloaded: { fault: refusal(429, 'MODEL_OVERLOADED') },
	offline: { fault: refusal(503, 'MODEL_OFFLINE') },
	withdrawn: { fault: refusal(410) },
	unknown: { fault: refusal(404, 'MODEL_NOT_FOUND') },
	'behind an edge that does not reach it': {
		fault: { status: 523, body: '<html><title>523</title></html>', contentType: 'text/html' },
	},
	'silent before its headers': { fault: { delayMs: 3_600_000, cut: 'before' }, isLost: true },
	'silent before its first byte': { fault: { cut: 'silent', processed: false }, isLost: true },
	'broken before its headers': { fault: { cut: 'before' }, isLost: true },
	'broken before its first byte': { fault: { cut: 'headers' }, isLost: true },
};

/** Where a model is asked: the names of the models that answered a number of calls. */
interface Place {
	models: [dead: string, other: string];
	path: string;
	ask(reach: Access, isLost: boolean, count: number): Promise<string[]>;
}

const LIMITS = { timeout: 1, maxConcurrentRequests: 5 };

function items(node: INodeType, models: Place['models'], parameters: INodeParameters) {
	const options = (parameters.options ?? {}) as INodeParameters;
	return async (reach: Access, isLost: boolean, count: number) => {
		const { outputs, error } = await runNode({
			node,
			parameters: {
				model: id(models[0]),
				...parameters,
				options: {
					...options,
					retriesAndLimits: { ...LIMITS, sendAgainAfterLostAnswer: isLost },
					fallback: { models: { model: [{ model: id(models[1]) }] } },
				},
			},
			items: Array.from({ length: count }, (_, index) => ({ json: { index, text: `m${index}` } })),
			continueOnFail: 'continueRegularOutput',
			...reach,
		});
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => String(json.error ?? json.model));
	};
}

function rounds(models: Place['models'], isStreamed: boolean) {
	return async (reach: Access, isLost: boolean, count: number) => {
		const { response } = await chatModel(reach, {
			model: id(models[0]),
			options: {
				retriesAndLimits: { ...LIMITS, repeatLostAnswers: isLost ? 1 : 0 },
				fallback: { models: { model: [{ model: id(models[1]) }] } },
			},
		});
		const answered: string[] = [];
		for (let left = count; left > 0; left--) {
			const message = [new HumanMessage(`Round ${left}`)];
			const answer = isStreamed
				? (await streamed(response, message)).message
				: await response.invoke(message);
			answered.push(String(answer.response_metadata.model));
		}
		return answered;
	};
}

const CHAT: Place['models'] = ['text-basic', 'text-mini'];
const IMAGE: Place['models'] = ['image-basic', 'image-ratio'];
const SPEECH: Place['models'] = ['tts-basic', 'tts-expressive'];
const DECISIONS: Place['models'] = ['decision-basic', 'decision-private'];
const question = { answerName: 'urgent', type: 'yesOrNo', instructions: 'Is it urgent?' };

export const PLACES: Record<string, Place> = {
	chat: {
		...{ models: CHAT, path: '/chat/completions' },
		ask: items(new InferenceChat(), CHAT, { prompt: '={{ $json.text }}' }),
	},
	'chat, whole': {
		...{ models: CHAT, path: '/chat/completions' },
		ask: items(new InferenceChat(), CHAT, {
			prompt: '={{ $json.text }}',
			options: { stream: false },
		}),
	},
	decisions: {
		...{ models: DECISIONS, path: '/decisions' },
		ask: items(new InferenceDecisions(), DECISIONS, { questions: { question: [question] } }),
	},
	image: {
		...{ models: IMAGE, path: '/image/generate' },
		ask: items(new InferenceImage(), IMAGE, {
			...{ resource: 'image', operation: 'generate', prompt: '={{ $json.text }}' },
		}),
	},
	speech: {
		...{ models: SPEECH, path: '/audio/speech' },
		ask: items(new InferenceAudio(), SPEECH, {
			...{ resource: 'speech', operation: 'generate', text: '={{ $json.text }}' },
		}),
	},
	'rounds of an agent': {
		...{ models: CHAT, path: '/chat/completions' },
		ask: rounds(CHAT, false),
	},
	'rounds of an agent, streamed': {
		...{ models: CHAT, path: '/chat/completions' },
		ask: rounds(CHAT, true),
	},
};

export interface DeadModelRow {
	way: string;
	place: string;
	/** Of six items or four rounds: how many another model answered, and after how many seconds all of them. */
	answered: number;
	seconds: number;
	/** The requests to the dead model meanwhile, and the most in a later minute. */
	requests: number;
	mostPerMinute: number;
	/** How long after it is back it answers again. */
	secondsUntilBack: number;
	wrong: string[];
}

const AGENT_ROUNDS = 4;
const ITEMS = 6;
const MINUTE_MS = 60_000;

/** A service whose model is dead in one way in one place, in a clock that runs so much faster; what `work` makes of it. */
async function withDeadModel<T>(
	way: string,
	place: string,
	speed: number,
	work: (dead: DeadWorld) => Promise<T>,
): Promise<T> {
	const { fault, isLost = false } = WAYS[way] as Way;
	const { models, path, ask } = PLACES[place] as Place;
	const fast = fastClock(speed);
	const rates = { XS: 5_000, S: 5_000, M: 5_000, L: 5_000, image: 5_000, audio: 5_000 };
	const service = await startService({ now: fast.now, limits: rates, balances: { usd: 10_000 } });
	fast.install();
	try {
		const reach = accessTo(service);
		// What n8n loads for the first call is no part of it.
		await ask(reach, isLost, 1);
		pacerByAccount.clear();
		service.reset();
		service.fault({ ...fault, path, model: models[0], times: 1e9 });
		const requests = () =>
			service.requests(path).filter(({ body }) => Object(body).model === models[0]);
		return await work({
			...{ service, requests, models, now: fast.now },
			ask: async (count) => await ask(reach, isLost, count),
		});
	} finally {
		fast.restore();
		await service.close();
	}
}

interface DeadWorld {
	service: LocalService;
	/** Those to the dead model. */
	requests(): readonly JournalEntry[];
	models: Place['models'];
	now(): number;
	ask(count: number): Promise<string[]>;
}

/** A model that is dead in one way in one place: six items or four rounds; then for two minutes, and back again. All times are those of the package's clock. */
export async function deadModelRun(way: string, place: string): Promise<DeadModelRow> {
	const count = place.startsWith('rounds') ? AGENT_ROUNDS : ITEMS;
	// What the machine takes counts as often as the clock is faster, and a time-out is one of real time.
	const first = await withDeadModel(way, place, 2, async ({ ask, requests, models, now }) => {
		const began = now();
		const answers = await ask(count);
		const answered = answers.filter((model) => model === models[1]).length;
		return {
			...{ answered, seconds: Math.round((now() - began) / 100) / 10 },
			requests: requests().length,
		};
	});
	const speed = way.startsWith('silent') ? 5 : 30;
	const later = await withDeadModel(way, place, speed, memoryOf);
	const wrong = [
		...(first.answered === count ? [] : [`${first.answered} of ${count} answered`]),
		...(first.seconds <= 15 ? [] : [`${first.seconds} s`]),
		...(later.mostPerMinute <= 3 ? [] : [`${later.mostPerMinute} requests in a minute`]),
		...(later.secondsUntilBack <= 120 ? [] : ['not back after two minutes']),
		...(WAYS[way]?.isLost || later.charged === later.calls
			? []
			: [`${later.charged} charges for ${later.calls} answers`]),
	];
	const { mostPerMinute, secondsUntilBack } = later;
	return {
		...{ way, place, ...first, mostPerMinute, secondsUntilBack },
		wrong: wrong.map((fact) => `${place}, ${way}: ${fact}`),
	};
}

/** Calls for two minutes, and until the model is back. */
async function memoryOf({ service, requests, models, now, ask }: DeadWorld) {
	let calls = 0;
	const isAnsweredByDead = async () => {
		calls++;
		return (await ask(1)).includes(models[0]);
	};
	const began = now();
	while (now() - began < 2 * MINUTE_MS) {
		await isAnsweredByDead();
		await clock.sleep(2_000);
	}
	// The first one was in flight when it fell.
	const times = requests().map(({ at }) => at);
	service.clearFaults();
	const backAt = now();
	while (!(await isAnsweredByDead()) && now() - backAt < 3 * MINUTE_MS) await clock.sleep(2_000);
	return {
		mostPerMinute: mostInMinute(times.slice(1)),
		secondsUntilBack: Math.round((now() - backAt) / 1000),
		charged: service.journal.filter(({ charge }) => charge !== undefined).length,
		calls,
	};
}

/** The most of these moments that lie in one minute. */
function mostInMinute(times: number[]): number {
	return Math.max(
		0,
		...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE_MS).length),
	);
}
