import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { engineVersion } from '../../engine/runNode';
import {
	type JobCase,
	JOBS,
	type JobWorld,
	MUSIC,
	type Outcome,
	runJob,
	tellStory,
} from '../../nodes/jobStory';
import { LinkServer } from '../../nodes/linkServer';
import { startService } from '../../service/service';
import { accessTo } from '../../engine/access';
import { plenty } from './paidOperations';
import { JOB_TROUBLES, type JobEnd, type JobTrouble } from './jobTroubles';
import { skipWaits } from './skipWaits';

/** A server of links, and the service that queues the jobs. */
export interface JobSet extends JobWorld {
	links: LinkServer;
}

/** Long enough to believe that a job is gone, and short enough for the words that mean nothing. */
const MAX_WAIT_SECONDS = 240;

/** What must not be in a job that met this trouble, in words; nothing where all is as it must be. */
export async function wrongInJob(
	set: JobSet,
	job: JobCase,
	{ kind, name, story, comesTo }: JobTrouble,
): Promise<string | undefined> {
	const { service, links } = set;
	links.file = job.file;
	tellStory(service, job, story(links));
	const options = { maxWaitForCompletion: MAX_WAIT_SECONDS };
	const first = await runJob(set, job, options);
	let found = links.sawKey ? 'a link was sent the key' : wrongAtFirst(first, comesTo);
	if (found === undefined && comesTo !== 'file') {
		service.clearFaults();
		links.reset();
		const again = await runJob(set, job, options, first);
		// A job that failed may be bought again where its charge was given back; content that was refused may not.
		const mayBuy = comesTo === 'refunded' && kind !== 'refusals';
		found = wrongAfterRetry(again, comesTo, mayBuy ? 2 : 1);
	}
	return found === undefined ? undefined : `${job.name}, ${name}, to be ${comesTo}: ${found}`;
}

/** What the error says of the money, by what the service said of it. */
const MONEY: Record<Exclude<JobEnd, 'file'>, RegExp> = {
	fetchedLater: /^(?!.*was charged$)/s,
	ended: /may have been charged/,
	notRefunded: /was charged/,
	refunded: /^(?!.*charged)/s,
};

function wrongAtFirst({ paid, error, outputs }: Outcome, comesTo: JobEnd): string | undefined {
	const [item] = outputs[0] ?? [];
	if (paid !== 1) return `paid ${paid} times`;
	if (comesTo === 'file') {
		if (error !== undefined) return `no file: ${error.message}`;
		if (item?.binary === undefined)
			return `an item without its file: ${JSON.stringify(item?.json)}`;
		return 'error' in item.json ? 'a top-level error in a good item' : undefined;
	}
	if (error === undefined) return `no error: ${JSON.stringify(item?.json)}`;
	const said = `${error.message} / ${'description' in error ? String(error.description) : ''}`;
	const { queueId } = ('context' in error ? error.context : {}) as { queueId?: unknown };
	if (typeof queueId !== 'string' || !error.message.includes(queueId))
		return `no queue ID: ${said}`;
	if (!MONEY[comesTo].test(error.message)) return `of the money: ${said}`;
	if (comesTo === 'fetchedLater' && !said.includes('Retrieve')) return `not how to go on: ${said}`;
	return undefined;
}

/** The button Retry, after the trouble is over: it fetches a job that is still there. */
function wrongAfterRetry(
	{ paid, error, outputs }: Outcome,
	comesTo: JobEnd,
	most: number,
): string | undefined {
	if (paid > most) return `paid ${paid} times after Retry`;
	if (comesTo !== 'fetchedLater') {
		return error === undefined && paid === 1 ? 'no error after Retry' : undefined;
	}
	if (error !== undefined) return `not fetched by Retry: ${error.message}`;
	return outputs[0]?.[0]?.binary === undefined ? 'no file after Retry' : undefined;
}

/** The figures of one engine. */
interface JobReport {
	engine: string;
	jobs: number;
	links: number;
	polls: number;
	words: number;
	refusals: number;
	runs: number;
	wrong: number;
}

/** Every kind of job in every trouble, in the n8n that this is built for; or one of `of` parts of them. */
export async function jobRun(part = 0, of = 1): Promise<{ report: JobReport; wrong: string[] }> {
	const skipped = skipWaits();
	const service = await startService({
		now: skipped.now,
		limits: { XS: plenty, S: plenty, M: plenty, L: plenty, image: plenty, audio: plenty },
		balances: { usd: plenty },
	});
	const links = new LinkServer(MUSIC.file);
	await links.open();
	const wrong: string[] = [];
	const cells = JOBS.flatMap((job) => JOB_TROUBLES.map((trouble) => ({ job, trouble }))).filter(
		(_, index) => index % of === part,
	);
	for (const { job, trouble } of cells) {
		service.reset();
		links.reset();
		pacerByAccount.clear();
		const access = accessTo(service, { allowPrivateNetworks: true });
		const found = await wrongInJob({ service, links, access }, job, trouble);
		if (found !== undefined) wrong.push(found);
	}
	await links.close();
	await service.close();
	skipped.restore();
	const count = (kind: JobTrouble['kind']) =>
		JOB_TROUBLES.filter((one) => one.kind === kind).length;
	const report = {
		...{ engine: engineVersion, jobs: JOBS.length },
		...{ links: count('links'), polls: count('polls') },
		...{ words: count('words'), refusals: count('refusals') },
		...{ runs: cells.length, wrong: wrong.length },
	};
	return { report, wrong };
}
