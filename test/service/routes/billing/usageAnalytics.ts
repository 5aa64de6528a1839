import { type Call, check, type Route, takeLimit } from '../../call';
import { modelsOf } from '../../models/catalogue';
import { usageAnalyticsQuery } from '../../schemas/usageAnalytics';
import { analytics } from '../../usage/analytics';
import type { UsageEntry } from '../../usage/entry';

const DAY_MS = 86_400_000;
const CACHED_MS = 600_000;
const ALL = Number.MAX_SAFE_INTEGER;

export const getUsageAnalytics: Route = {
	method: 'GET',
	path: '/billing/usage-analytics',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const { world, entry, key } = call;
		const query = check(usageAnalyticsQuery, entry.query);
		const place = `analytics ${key?.account.id} ${JSON.stringify(query)}`;
		const known = world.cache.get(place);
		if (known && world.now() - known.at < CACHED_MS) return { payload: { json: known.json } };
		const json = computed(call, query);
		world.cache.set(place, { at: world.now(), json });
		return { payload: { json } };
	},
};

function computed(
	{ world, key }: Call,
	query: { lookback?: string; startDate?: string; endDate?: string },
) {
	const { start, end } = span(query, world.now());
	const history = world.historyOf(key?.account.id ?? '');
	const { data } = history.page(history.startAt(start), ALL, { end });
	const keyOf = (entry: UsageEntry) => {
		const payer = world.paidBy.get(entry);
		return payer ? { id: payer.id, description: payer.id } : { id: null, description: 'Web App' };
	};
	const lookback = `${Math.round((end - start) / DAY_MS)}d`;
	return analytics({ lookback, entries: data, keyOf, typeOf });
}

/** Both dates are whole days; a look back ends now. */
function span(
	{ lookback = '7d', startDate, endDate }: Parameters<typeof computed>[1],
	now: number,
) {
	if (startDate !== undefined && endDate !== undefined) {
		return { start: Date.parse(startDate), end: Date.parse(endDate) + DAY_MS };
	}
	return { start: now - parseInt(lookback, 10) * DAY_MS, end: now + 1 };
}

function typeOf(name: string) {
	const model = modelsOf('all').find(({ record }) => record.id.replace('/', '-') === name);
	return model?.record.type ?? null;
}
