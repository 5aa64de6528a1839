import { wrongInJob } from '../../proofs/faults/jobs';
import { JOB_TROUBLES, type JobTrouble } from '../../proofs/faults/jobTroubles';
import { sample } from '../../rounds';
import { JOBS, JobStage } from '../jobStory';
import { withService } from '../withService';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000, audio: 1000 } });
const stage = new JobStage(world);

/** A few of each kind, the jobs in turn; `npm run proof -- faults jobs` plays all of each with every job. */
const FEW: JobTrouble['kind'][] = ['links', 'polls', 'words', 'refusals'];
const rows = FEW.flatMap((kind, turn) =>
	sample(
		JOB_TROUBLES.filter((trouble) => trouble.kind === kind),
		kind === 'refusals' ? 8 : kind === 'polls' ? 16 : 24,
		turn,
	),
).map((trouble, index) => ({ trouble, job: JOBS[index % JOBS.length] ?? JOBS[0] }));

describe('a job in trouble is paid for once, never thrown away, and its error says what was charged', () => {
	it.each(rows)('$job.name: $trouble.name', async ({ job, trouble }) => {
		const { links } = stage;
		expect(await wrongInJob({ ...stage.jobs, links }, job, trouble)).toBeUndefined();
	});
});
