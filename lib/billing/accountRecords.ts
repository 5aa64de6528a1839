import { isRecord, type Json } from '../core/record';
import { isUnread } from '../wire/readAs';
import { wireNumber } from '../core/wireText';

const LIMIT_NAMES: Record<string, string> = {
	RPM: 'requestsPerMinute',
	RPD: 'requestsPerDay',
	TPM: 'tokensPerMinute',
};

/** What an API key may use: balances in lower case, and one flat record of limits per model. */
export function simplifiedRateLimits(data: Json): Json {
	const tier = isRecord(data.apiTier) ? data.apiTier : {};
	const balances = isRecord(data.balances) ? data.balances : {};
	return {
		accessPermitted: data.accessPermitted ?? null,
		tier: tier.id ?? null,
		isCharged: tier.isCharged ?? null,
		balances: { usd: balances.USD ?? null, diem: balances.DIEM ?? null },
		keyExpiration: data.keyExpiration ?? null,
		nextEpochBegins: data.nextEpochBegins ?? null,
		rateLimits: records(data.rateLimits).map((entry) =>
			isUnread(entry) ? entry : { modelId: entry.apiModelId ?? null, ...limitsOf(entry) },
		),
	};
}

function limitsOf(entry: Json): Json {
	const known = Object.values(LIMIT_NAMES).map((name) => [name, null]);
	const given = records(entry.rateLimits).flatMap(({ type, amount }) =>
		typeof type === 'string' ? [[LIMIT_NAMES[type] ?? type, amount]] : [],
	);
	const unread = records(entry.rateLimits).filter(isUnread);
	const others = unread.length === 0 ? {} : { unreadLimits: unread };
	return { ...(Object.fromEntries([...known, ...given]) as Json), ...others };
}

/** Usage analytics with its currencies in lower case, and a list of names in place of rows whose keys are names. */
export function simplifiedAnalytics(answer: Json): Json {
	const { byDate, byModelDaily, byKeyDaily, ...others } = answer;
	return {
		...others,
		byDate: records(byDate).map(
			unlessUnread(({ date, USD, DIEM }) => ({
				date: date ?? null,
				usd: USD ?? null,
				diem: DIEM ?? null,
			})),
		),
		byModelDaily: records(byModelDaily).map(unlessUnread(dailyRow)),
		byKeyDaily: records(byKeyDaily).map(unlessUnread(dailyRow)),
	};
}

/** A day whose date comes in milliseconds, with the amount of each name; null where it is no number. */
function dailyRow({ date, ...amounts }: Json): Json {
	const at = new Date(wireNumber(date));
	return {
		date: Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10),
		amounts: Object.entries(amounts).flatMap(([name, amount]) =>
			typeof amount === 'object' && amount !== null
				? []
				: [{ name, amount: typeof amount === 'number' ? amount : null }],
		),
	};
}

const unlessUnread = (shaped: (row: Json) => Json) => (row: Json) =>
	isUnread(row) ? row : shaped(row);

function records(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
