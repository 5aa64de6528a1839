import { isRecord } from '../core/record';
import { modelFact, type ModelRecord } from './fetchModel';
import { modelPriceOf } from './modelPrice';

export type ModelFilter = (record: ModelRecord) => boolean;

/** A trait is accepted in place of an ID. */
export const hasTrait =
	(trait: unknown): ModelFilter =>
	({ spec: { traits } }) =>
		Array.isArray(traits) && traits.includes(trait);

export const markedDefault = (records: ModelRecord[]) => records.find(hasTrait('default'));

/** The records that a name may stand for: an ID, which parameters may follow, or a trait (docs/maintainers/service.md#model-names). */
export function recordsNamed(name: string, records: ModelRecord[]): ModelRecord[] {
	const [bare = ''] = name.split(':');
	const choices = [
		records.filter(({ id }) => id === name),
		records.filter(({ id }) => id === bare),
		records.filter(hasTrait(bare)),
	];
	return choices.find((found) => found.length > 0) ?? [];
}

/** The record of the model that an answer names or a request asked for; else the only one of its type, or the default one. */
export function recordOfCall(records: ModelRecord[], ...names: unknown[]): ModelRecord | undefined {
	const named =
		records.find(({ id }) => names.includes(id)) ?? records.find(hasTrait(names.at(-1)));
	if (named !== undefined || names.some((name) => typeof name === 'string')) return named;
	return records.length === 1 ? records[0] : markedDefault(records);
}

/**
 * The model for those who choose none: the one that the service marks, otherwise the cheapest that is online, to stay and not
 * limited to some regions. Models without a price in their record come last, in the order of the service.
 */
export function defaultRecord(
	records: ModelRecord[],
	fits: ModelFilter = () => true,
): ModelRecord | undefined {
	const fitting = records.filter(fits);
	const usable = fitting.filter(isUsable);
	const cost = (record: ModelRecord) => modelPriceOf(record)?.usual ?? Infinity;
	const cheapest = usable.reduce<ModelRecord | undefined>(
		(best, record) => (best === undefined || cost(record) < cost(best) ? record : best),
		undefined,
	);
	return markedDefault(usable) ?? cheapest;
}

function isUsable({ spec }: ModelRecord): boolean {
	const { offline, deprecation, regionRestrictions: regions } = spec;
	const limited = Array.isArray(regions) && regions.length > 0;
	return offline !== true && !isRecord(deprecation) && !limited;
}

export const runsInEnclave: ModelFilter = ({ spec }) =>
	modelFact(spec, 'supportsTeeAttestation') === true;

export const supportsEncryption: ModelFilter = ({ spec }) =>
	modelFact(spec, 'supportsE2EE') === true;

/** Whether a model of songs and sounds does nothing but change the voice of a recording. */
export const changesVoice: ModelFilter = ({ spec }) => modelFact(spec, 'voice_changer') === true;

export const makesSound: ModelFilter = (record) => !changesVoice(record);

export const combinesImages: ModelFilter = ({ spec }) => modelFact(spec, 'combineImages') !== false;

export const startsFrom =
	(start: 'text' | 'image'): ModelFilter =>
	({ spec }) =>
		modelFact(spec, 'model_type') === `${start}-to-video`;

/** Whether a video model does nothing but enlarge or enhance a video: it takes one, and offers no length (docs/maintainers/service.md#video). */
export const upscalesVideo: ModelFilter = ({ spec }) => {
	const durations = modelFact(spec, 'durations');
	const hasLength = Array.isArray(durations) && durations.some((one) => /\d/.test(String(one)));
	return modelFact(spec, 'model_type') === 'video' && Array.isArray(durations) && !hasLength;
};

export const makesVideo: ModelFilter = (record) => !upscalesVideo(record);
