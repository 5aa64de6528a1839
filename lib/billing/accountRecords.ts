import { isRecord, type Json } from '../core/record';
import { isUnread } from '../wire/readAs';
import { wireNumber } from '../core/wireText';

const LIMIT_FIELD_OF_TYPE: Record<string, string> = {
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
		rateLimits: recordsIn(data.rateLimits).map((entry) =>
			isUnread(entry) ? entry : { modelId: entry.apiModelId ?? null, ...modelLimitsOf(entry) },
		),
	};
}

function modelLimitsOf(entry: Json): Json {
	const emptyLimits = Object.values(LIMIT_FIELD_OF_TYPE).map((name) => [name, null]);
	const statedLimits = recordsIn(entry.rateLimits).flatMap(({ type, amount }) =>
		typeof type === 'string' ? [[LIMIT_FIELD_OF_TYPE[type] ?? type, amount]] : [],
	);
	const unread = recordsIn(entry.rateLimits).filter(isUnread);
	const others = unread.length === 0 ? {} : { unreadLimits: unread };
	return { ...(Object.fromEntries([...emptyLimits, ...statedLimits]) as Json), ...others };
}

/** Usage analytics with its currencies in lower case, and a list of names in place of rows whose keys are names. */
export function simplifiedAnalytics(answer: Json): Json {
	const { byDate, byModelDaily, byKeyDaily, ...others } = answer;
	return {
		...others,
		byDate: recordsIn(byDate).map(
			mapUnlessUnread(({ date, USD, DIEM }) => ({
				date: date ?? null,
				usd: USD ?? null,
				diem: DIEM ?? null,
			})),
		),
		byModelDaily: recordsIn(byModelDaily).map(mapUnlessUnread(dailyRow)),
		byKeyDaily: recordsIn(byKeyDaily).map(mapUnlessUnread(dailyRow)),
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

const mapUnlessUnread = (shaped: (row: Json) => Json) => (row: Json) =>
	isUnread(row) ? row : shaped(row);

function recordsIn(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
