import { type Call, type Route } from '../../call';
import { refuse } from '../../errors';
import type { Job } from '../../jobs/jobs';

const PATH = '/downloads/:link';

/** The result behind a one-time link; whoever has the link may read it, and no key belongs here. */
export const download: Route = {
	method: 'GET',
	path: PATH,
	outside: true,
	access: 'public',
	handle(call) {
		const job = behind(call);
		if (!call.world.jobs.isDone(job)) throw refuse(404, 'There is nothing here yet');
		return { payload: job.media };
	},
};

export const revokeDownload: Route = {
	method: 'DELETE',
	path: PATH,
	outside: true,
	access: 'public',
	handle(call) {
		behind(call).deleted = true;
		return { payload: { json: { success: true } } };
	},
};

function behind({ world, params, entry }: Call): Job {
	for (const name of ['authorization', 'sign-in-with-x', 'x-sign-in-with-x']) {
		if (entry.headers[name] === undefined) continue;
		world.journal.unexpected.push(`${entry.method} ${entry.path} was sent a credential: ${name}`);
		throw refuse(400, 'A link is read without credentials');
	}
	const found = world.jobs.behind(params.link ?? '');
	if (!found) throw refuse(404, 'There is no such link');
	if (found.gone) throw refuse(410, 'This link has ended');
	return found.job;
}
