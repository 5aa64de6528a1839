import type { Answer } from '../answer';
import { type Call, check, type Route, takeLimit } from '../call';
import { invalidField } from '../errors';
import { firstPageQuery, nextPageQuery } from '../schemas/usageHistory';
import { fileStamp, toCsv } from '../usage/csv';
import { openCursor, sealCursor, type Walk } from '../usage/cursor';
import type { UsageEntry } from '../usage/entry';

export const getUsageHistory: Route = {
	method: 'GET',
	path: '/billing/usage-history',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const user = call.key?.account.id ?? '';
		const walk = call.entry.query.cursor === undefined ? begin(call, user) : resume(call, user);
		const { pageSize, bounds, position } = walk;
		const { data, next } = call.world.historyOf(user).page(position, pageSize, bounds);
		const cursor = next ? sealCursor(call.world.cursorSecret, { ...walk, position: next }) : null;
		const csv = call.entry.headers.accept?.includes('text/csv');
		return csv ? csvPage(call, data, cursor) : { payload: { json: { data, nextCursor: cursor } } };
	},
};

function begin({ world, entry }: Call, user: string): Walk {
	const query = check(firstPageQuery, entry.query);
	const at = (timestamp?: string) => (timestamp === undefined ? undefined : Date.parse(timestamp));
	return {
		user,
		pageSize: query.pageSize,
		bounds: { currency: query.currency, end: at(query.endTimestamp) },
		position: world.historyOf(user).startAt(at(query.startTimestamp)),
		expires: world.now() + world.cursorLifeMs,
	};
}

function resume({ world, entry }: Call, user: string): Walk {
	const { cursor } = check(nextPageQuery, entry.query);
	const opened = openCursor(world.cursorSecret, cursor, user, world.now());
	if (!opened.walk) throw invalidField('cursor', opened.refused);
	return { ...opened.walk, expires: world.now() + world.cursorLifeMs };
}

function csvPage({ world }: Call, data: UsageEntry[], cursor: string | null): Answer {
	const name = `billing-usage-history-${fileStamp(world.exportTime())}.csv`;
	return {
		headers: {
			'content-disposition': `attachment; filename=${name}`,
			...(cursor !== null && { 'x-next-cursor': cursor }),
		},
		payload: { bytes: Buffer.from(toCsv(data)), type: 'text/csv; charset=utf-8' },
	};
}
