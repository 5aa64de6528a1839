import { notTried } from '../run/fallback/candidate';
import type { FallbackModel, FallbackRule } from '../run/fallback/types';
import { modelValues } from '../models/fetchModel';
import { priceAt } from '../cost/recordPrices';
import type { Json } from '../core/record';

/** How a request for speech goes to another model, whose voices are others. */
export const SPEECH_FALLBACK: FallbackRule = {
	type: 'tts',
	hasOwnLimits: false,
	prices: [
		{
			name: 'maxCharacterPrice',
			label: 'Max Price (USD per 1M Characters)',
			price: (spec) => priceAt(spec, 'input'),
		},
	],
	fit(body, model, spec = {}) {
		const { id } = model;
		const formats = modelValues(spec, 'supported_formats');
		const { response_format: format } = body;
		if (typeof format === 'string' && formats !== undefined && !formats.includes(format)) {
			throw notTried(
				`Output Format must be one of ${formats.join(', ')}, but "${format}" was given, for the model ${id}`,
			);
		}
		const voice = fallbackVoiceOf(body, model, spec);
		const isOther = voice !== body.voice;
		return {
			body: { ...body, voice },
			changes: isOther ? [`Voice was changed to ${voice}, which belongs to ${id}`] : [],
		};
	},
};

/** The voice of the row, the chosen one if the model has it, or the model's own. Throws a ServiceFailure when there is none. */
function fallbackVoiceOf(
	{ voice: chosen }: Json,
	{ id, voice }: FallbackModel,
	spec: Json,
): string {
	const voices = modelValues(spec, 'voices') ?? [];
	const cloned = voice?.startsWith('vv_') === true || spec.supports_custom_voice_id === true;
	if (voice !== undefined) {
		if (voices.length === 0 || voices.includes(voice) || cloned) return voice;
		throw notTried(
			`Voice must be one of ${voices.join(', ')}, but "${voice}" was given, for the model ${id}`,
		);
	}
	if (typeof chosen === 'string' && voices.includes(chosen)) return chosen;
	if (typeof spec.default_voice === 'string') return spec.default_voice;
	if (voices[0] !== undefined) return voices[0];
	throw notTried(`the voices of ${id} are not known, so that it needs a Voice beside it`);
}
