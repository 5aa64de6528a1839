import { z } from 'zod';
import { invalidField } from '../errors';
import type { Size } from '../media/colour';
import type { ModelRecord } from '../models/model';
import type { ImageGenerateRequest } from '../schemas/imageGenerate';
import { sizeOf } from './size';

const constraints = z.object({
	promptCharacterLimit: z.number(),
	steps: z.object({ default: z.number(), max: z.number() }),
	widthHeightDivisor: z.number(),
	aspectRatios: z.array(z.string()).optional(),
	defaultAspectRatio: z.string().optional(),
	resolutions: z.array(z.string()).optional(),
	defaultResolution: z.string().optional(),
	maxStyleReferences: z.number().optional(),
});

export function constraintsOf({ model_spec: spec }: ModelRecord) {
	return constraints.parse(spec.constraints);
}

/** The size of the picture; refuses fields of another family than the model's. */
export function chosenSize(request: ImageGenerateRequest, record: ModelRecord): Size {
	const rules = constraintsOf(record);
	const { width, height, aspect_ratio: ratio, resolution } = request;
	if (!rules.aspectRatios) {
		refuseFields(record, { aspect_ratio: ratio, resolution });
		return pixels({ width: width ?? 1024, height: height ?? 1024 }, rules.widthHeightDivisor);
	}
	refuseFields(record, { width, height });
	if (!rules.resolutions) refuseFields(record, { resolution });
	requireListed('aspect_ratio', ratio, rules.aspectRatios);
	requireListed('resolution', resolution, rules.resolutions ?? []);
	return sizeOf(ratio ?? rules.defaultAspectRatio ?? '1:1', resolution ?? rules.defaultResolution);
}

/** Steps count only where the model takes sizes in pixels; the others ignore them. */
export function requireSteps({ steps }: ImageGenerateRequest, record: ModelRecord): void {
	const rules = constraintsOf(record);
	if (rules.aspectRatios || steps === undefined || steps <= rules.steps.max) return;
	throw invalidField('steps', `Model ${record.id} takes ${rules.steps.max} steps at most`);
}

export function requireListed(field: string, value: string | undefined, list: readonly string[]) {
	if (value === undefined || list.includes(value)) return;
	throw invalidField(field, `Must be one of ${list.join(', ')}`);
}

function refuseFields({ id }: ModelRecord, fields: Record<string, unknown>): void {
	for (const [field, value] of Object.entries(fields)) {
		if (value !== undefined) throw invalidField(field, `Model ${id} does not take ${field}`);
	}
}

function pixels(size: Size, divisor: number): Size {
	for (const [field, side] of Object.entries(size)) {
		if (side % divisor) throw invalidField(field, `Must be divisible by ${divisor}`);
	}
	return size;
}
