import { admitPaid, type Call, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { modelHeaders } from '../../headers';
import { enhancement } from '../../images/enhance';
import { chosenSize, constraintsOf, requireListed, requireSteps } from '../../images/family';
import { readPicture } from '../../images/input';
import { moderationHeaders } from '../../images/moderation';
import { chargeUnits, line, priceAt } from '../../images/pay';
import { STYLES } from '../../images/styles';
import { PICTURE_TYPES } from '../../media/picture';
import { findModel, requireOnline } from '../../models/catalogue';
import type { ModelRecord } from '../../models/model';
import { type ImageGenerateRequest, imageGenerateRequest } from '../../schemas/imageGenerate';

const LARGEST_REFERENCE = 8 * 1024 * 1024;
const SEARCH_PRICE_USD = 0.01;

export const generateImage: Route = {
	method: 'POST',
	path: '/image/generate',
	access: 'inference',
	async handle(call) {
		const request = readJson(call, imageGenerateRequest);
		const model = findModel(request.model, 'image');
		const { record } = model;
		requireFields(request, record);
		const size = chosenSize(request, record);
		await requireReferences(request, record);
		requireOnline(model);
		admitPaid(call, 'image', record.id);
		const { namePrefix, studio } = call.world;
		const { prompt, format, variants = 1, safe_mode: safeMode } = request;
		const enhanced = enhancement(namePrefix, prompt, request.enhance_prompt);
		const images = Array.from({ length: variants }, (_, index) =>
			studio.picture(format, size, `${prompt} ${request.seed ?? 0} ${index}`),
		);
		const id = chargeUnits(call, [...lines(request, record), ...enhanced.lines], 'image');
		const headers = {
			...modelHeaders(namePrefix, model),
			...moderationHeaders(namePrefix, prompt, safeMode),
			...enhanced.headers,
		};
		const [first] = images;
		if (request.return_binary && first) {
			return { headers, payload: { bytes: first, type: PICTURE_TYPES[format] } };
		}
		return { headers, payload: { json: asJson(call, id, images), compress: true } };
	},
};

function asJson({ entry }: Call, id: string, images: Buffer[]) {
	return {
		id,
		images: images.map((bytes) => bytes.toString('base64')),
		request: entry.body,
		timing: {
			inferenceDuration: 800,
			inferencePreprocessingTime: 40,
			inferenceQueueTime: 60,
			total: 900,
		},
	};
}

function requireFields(request: ImageGenerateRequest, record: ModelRecord): void {
	const { promptCharacterLimit: most } = constraintsOf(record);
	if (request.prompt.length > most) {
		throw invalidField('prompt', `Model ${record.id} takes ${most} characters at most`);
	}
	if (request.return_binary && request.variants !== undefined) {
		throw invalidField('variants', 'Variants are given as JSON only, not with return_binary');
	}
	requireSteps(request, record);
	requireListed('style_preset', request.style_preset, STYLES);
}

async function requireReferences(request: ImageGenerateRequest, record: ModelRecord) {
	const { style_references: references = [] } = request;
	const { maxStyleReferences: most = 0 } = constraintsOf(record);
	if (references.length && record.model_spec.supportsStyleReferences !== true) {
		throw invalidField('style_references', `Model ${record.id} takes no style references`);
	}
	if (references.length > most) {
		throw invalidField('style_references', `Model ${record.id} takes ${most} at most`);
	}
	const rules = { field: 'style_references', urls: true, fewestPixels: 1 };
	for (const { image } of references) {
		await readPicture(image, { ...rules, mostBytes: LARGEST_REFERENCE });
	}
}

function lines(request: ImageGenerateRequest, record: ModelRecord) {
	const { defaultResolution } = constraintsOf(record);
	const tier = request.resolution ?? defaultResolution ?? '1K';
	const price =
		priceAt(record, 'quality', tier, request.quality ?? 'high') ??
		priceAt(record, 'resolutions', tier) ??
		priceAt(record, 'generation') ??
		0;
	const search = request.enable_web_search ? [line('web', 'search', 1, SEARCH_PRICE_USD)] : [];
	return [line(record.id, 'image', request.variants ?? 1, price), ...search];
}
