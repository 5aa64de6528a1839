import { type Route, takeLimit } from '../call';
import { modelsOf } from '../models/catalogue';
import type { Model, ModelType } from '../models/model';
import type { RateClass } from '../rateLimits';

const TEXT_TIERS = new Set<RateClass>(['XS', 'S', 'M', 'L']);

export const getRateLimits: Route = {
	method: 'GET',
	path: '/api_keys/rate_limits',
	access: 'account',
	handle(call) {
		takeLimit(call, 'account');
		const { world, key } = call;
		const limitsOf = (rate: RateClass) => {
			const { requests, tokens } = world.limits.limit(rate);
			const perMinute = { amount: requests, type: 'RPM' };
			return TEXT_TIERS.has(rate) ? [perMinute, { amount: tokens, type: 'TPM' }] : [perMinute];
		};
		const rateLimits = modelsOf('all').flatMap((model) => {
			const rate = rateOf(model);
			return rate ? [{ apiModelId: model.record.id, rateLimits: limitsOf(rate) }] : [];
		});
		const midnight = new Date(world.now());
		midnight.setUTCHours(24, 0, 0, 0);
		const data = {
			accessPermitted: true,
			apiTier: { id: 'paid', isCharged: true },
			balances: { USD: key?.account.balances.usd, DIEM: key?.account.balances.diem },
			keyExpiration: null,
			nextEpochBegins: midnight.toISOString(),
			rateLimits,
		};
		return { payload: { json: { data } } };
	},
};

const CLASSES: Partial<Record<ModelType, RateClass>> = {
	asr: 'audio',
	decision: 'S',
	embedding: 'embedding',
	image: 'image',
	inpaint: 'image',
	music: 'audio',
	tts: 'audio',
	upscale: 'image',
	video: 'videoQueue',
};

function rateOf({ record, tier }: Model): RateClass | undefined {
	return tier ?? CLASSES[record.type];
}
