import { createHash } from 'node:crypto';

export interface JobDurations {
	audio: number;
	video: number;
	voice: number;
}

export type JobKind = keyof JobDurations;

/** What goes wrong with a job, or is said about it in unusual words. */
export interface JobFate {
	/** The status word while it runs. */
	running: string;
	/** A status word in place of the result. */
	final?: string;
	failure?: { status: number; body: unknown };
	/** The failure gives the money back, once. */
	refunds?: boolean;
}

export interface Job {
	id: string;
	kind: JobKind;
	modelId: string;
	user: string;
	queuedAt: number;
	duration: number;
	fate: JobFate;
	media: { bytes: Buffer; type: string };
	/** The token of its one-time link, for models that give one. */
	link?: string;
	deleted: boolean;
	/** Gives the money back; undone after the first call. */
	refund?: () => void;
}

const LINK_LIFE_MS = 86_400_000;

/** Queued jobs and the links to their results. */
export class Jobs {
	/** Media whose faces a user has answered for: they pass without being asked about again. */
	readonly attested = new Set<string>();
	private jobs = new Map<string, Job>();
	private readonly durations: JobDurations;

	constructor(
		private readonly now: () => number,
		durations: Partial<JobDurations> = {},
	) {
		this.durations = { audio: 20_000, video: 60_000, voice: 15_000, ...durations };
	}

	add(job: Pick<Job, 'kind' | 'modelId' | 'user' | 'fate' | 'media'>, withLink = false): Job {
		const name = createHash('sha256').update(`job ${this.jobs.size} ${job.modelId}`).digest('hex');
		const added: Job = {
			...job,
			id: [8, 12, 16, 20, 32]
				.map((end, index) => name.slice([0, 8, 12, 16, 20][index], end))
				.join('-'),
			queuedAt: this.now(),
			duration: this.durations[job.kind],
			deleted: false,
			...(withLink && { link: name.slice(32) }),
		};
		this.jobs.set(added.id, added);
		return added;
	}

	find(kind: JobKind, modelId: string, id: string, user: string | undefined): Job | undefined {
		const job = this.jobs.get(id);
		const same = job?.kind === kind && job.modelId === modelId && job.user === user;
		return same ? job : undefined;
	}

	/** Milliseconds since it was queued, up to its end. */
	elapsed(job: Job): number {
		return Math.min(job.duration, this.now() - job.queuedAt);
	}

	isDone(job: Job): boolean {
		return this.elapsed(job) >= job.duration;
	}

	/** The job behind a link; gone after a day. */
	behind(link: string): { job: Job; gone: boolean } | undefined {
		const job = [...this.jobs.values()].find((one) => one.link === link);
		if (!job) return undefined;
		return { job, gone: job.deleted || this.now() >= job.queuedAt + LINK_LIFE_MS };
	}

	clear(): void {
		this.jobs.clear();
		this.attested.clear();
	}
}
