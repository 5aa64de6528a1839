import { z } from 'zod';
import type { Answer } from '../answer';
import { admitPaid, type Call } from '../call';
import { invalidField } from '../errors';
import type { Upload } from '../form';
import { modelHeaders } from '../headers';
import type { Size } from '../media/colour';
import { PICTURE_TYPES } from '../media/picture';
import { requireOnline } from '../models/catalogue';
import type { Model, ModelRecord } from '../models/model';
import type { ImageEditRequest, MultiEditRequest } from '../schemas/imageEdit';
import { enhancement } from './enhance';
import { requireListed } from './family';
import { EDIT_INPUT, type InputPicture, readPicture } from './input';
import { moderationHeaders } from './moderation';
import { chargeUnits, line, priceAt } from './pay';
import { nearestRatio, sizeOf } from './size';

const constraints = z.object({
	aspectRatios: z.array(z.string()),
	promptCharacterLimit: z.number(),
	combineImages: z.boolean(),
	maxInputImages: z.number().optional(),
	singleImageAspectRatio: z.boolean().optional(),
	resolutions: z.array(z.string()).optional(),
});

export interface EditInput {
	request: ImageEditRequest | MultiEditRequest;
	model: Model;
	field: 'image' | 'images';
	images: ReadonlyArray<Upload | string>;
	safeMode: boolean;
	quality?: string;
}

/** How many pictures a model takes; the record states it in one of two places, or not at all. */
export function mostImages({ model_spec: spec }: ModelRecord): number {
	const rules = constraints.parse(spec.constraints);
	return rules.maxInputImages ?? (rules.combineImages ? 3 : 1);
}

/** Checks, charges and draws an edit of one picture or of several. */
export async function edited(call: Call, input: EditInput): Promise<Answer> {
	const { request, model, images, field } = input;
	const { record } = model;
	const rules = constraints.parse(record.model_spec.constraints);
	if (request.prompt.length > rules.promptCharacterLimit) {
		throw invalidField('prompt', `Must have ${rules.promptCharacterLimit} characters at most`);
	}
	requireListed('aspect_ratio', request.aspect_ratio, ['auto', ...rules.aspectRatios]);
	requireListed('resolution', request.resolution, rules.resolutions ?? ['1K']);
	const [base] = await Promise.all(
		images.map((image) => readPicture(image, { ...EDIT_INPUT, field })),
	);
	if (!base) throw invalidField(field, 'There must be one picture at least');
	requireOnline(model);
	admitPaid(call, 'image', record.id);
	const { namePrefix, studio } = call.world;
	const tier = request.resolution ?? '1K';
	const format = request.output_format ?? (tier === '1K' ? 'png' : 'jpeg');
	const enhanced = enhancement(namePrefix, request.prompt, request.enhance_prompt);
	const size = outputSize(base, rules, request, tier);
	const bytes = studio.picture(format, size, request.prompt, base.bytes);
	chargeUnits(call, [...lines(input, tier), ...enhanced.lines], 'edit');
	const headers = {
		...modelHeaders(namePrefix, model),
		...moderationHeaders(namePrefix, request.prompt, input.safeMode),
		...enhanced.headers,
	};
	return { headers, payload: { bytes, type: PICTURE_TYPES[format] } };
}

function outputSize(
	base: InputPicture,
	rules: z.infer<typeof constraints>,
	{ aspect_ratio: ratio = 'auto' }: EditInput['request'],
	tier: string,
): Size {
	if (rules.singleImageAspectRatio === false) return base;
	return sizeOf(ratio === 'auto' ? nearestRatio(base, rules.aspectRatios) : ratio, tier);
}

function lines({ model: { record }, images, quality = 'high' }: EditInput, tier: string) {
	const price =
		priceAt(record, 'quality', tier, quality) ??
		priceAt(record, 'resolutions', tier) ??
		priceAt(record, 'inpaint') ??
		0;
	const { inputImages } = z
		.object({ inputImages: z.object({ included: z.number() }).optional() })
		.parse(record.model_spec.pricing);
	const extra = Math.max(0, images.length - (inputImages?.included ?? images.length));
	const additional = priceAt(record, 'inputImages', 'additional') ?? 0;
	return [
		line(record.id, 'edit', 1, price),
		...(extra ? [line(record.id, 'input-image', extra, additional)] : []),
	];
}
