import { refuse, Refusal } from '../errors';
import type { JobFate, JobKind } from './jobs';

const SUGGESTION = 'A calm landscape at dawn';

/**
 * What becomes of a job, told by marks in its prompt. At the queue: `[refused]` is 422. At the end:
 * `[moderated]` is 422 and gives the money back, `[kept]` is 422 and does not, `[broken]` is 500,
 * `[busy]` is 503. `[status:WORD]` is the status while it runs, `[final:WORD]` the status in place of bytes.
 */
export function fateOf(kind: JobKind, prompt: string): JobFate {
	const word = (name: string) => new RegExp(`\\[${name}:(\\w+)\\]`).exec(prompt)?.[1];
	const fate: JobFate = { running: word('status') ?? 'PROCESSING', final: word('final') };
	const says = (mark: string) => prompt.includes(`[${mark}]`);
	if (says('broken')) {
		const body = { error: 'The job failed', code: 'INFERENCE_FAILED' };
		return { ...fate, failure: { status: 500, body } };
	}
	if (says('busy')) {
		const body = { error: 'The model is at its capacity', code: 'MODEL_AT_CAPACITY' };
		return { ...fate, failure: { status: 503, body } };
	}
	if (!says('moderated') && !says('kept')) return fate;
	const refunds = says('moderated');
	const body = POLICIES[kind](refunds);
	return { ...fate, failure: { status: 422, body }, refunds };
}

/** Shape E: nothing is queued and nothing charged. */
export function requirePolicy(prompt: string): void {
	if (!prompt.includes('[refused]')) return;
	throw new Refusal(422, audioPolicy());
}

export function notFound(): Refusal {
	return refuse(404, 'There is no such media, or it is there no more', 'MEDIA_NOT_FOUND');
}

function audioPolicy() {
	return { error: 'The prompt is against the content policy', suggested_prompt: SUGGESTION };
}

/** The words of a recording that is refused at the end, with what became of the money. */
function voicePolicy(refunds: boolean) {
	return { error: 'The recording is against the content policy', credits_refunded: refunds };
}

const POLICIES = { audio: audioPolicy, video: videoPolicy, voice: voicePolicy };

/** Shape F. */
function videoPolicy(refunds: boolean) {
	return {
		error: {
			message: 'The provider refused this content',
			type: 'provider_content_policy',
			recommended_model: 'video-basic',
			credits_refunded: refunds,
		},
	};
}
