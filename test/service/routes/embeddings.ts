import { admitPaid, charge, readJson, type Route } from '../call';
import { tokensOf } from '../chat/usage';
import { packed, vectorOf } from '../embeddings/vector';
import { invalidField, Refusal } from '../errors';
import { modelHeaders } from '../headers';
import { line } from '../images/pay';
import { findModel, requireOnline } from '../models/catalogue';
import type { ModelRecord } from '../models/model';
import { embeddingsRequest } from '../schemas/embeddings';

export const createEmbeddings: Route = {
	method: 'POST',
	path: '/embeddings',
	access: 'inference',
	handle(call) {
		const request = readJson(call, embeddingsRequest);
		const model = findModel(request.model, 'embedding');
		const { record } = model;
		const texts = typeof request.input === 'string' ? [request.input] : request.input;
		requireLengths(texts, record);
		const size = dimensions(request.dimensions, record);
		requireOnline(model);
		admitPaid(call, 'embedding', record.id);
		const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
		charge(call, [line(record.id, 'input-mtoken', tokens / 1e6, model.price?.input ?? 0)], {
			requestId: `embedding-${call.serial.toString(16)}`,
			inferenceExecutionTime: 20,
			promptTokens: tokens,
			completionTokens: null,
		});
		const data = texts.map((text, index) => {
			const vector = vectorOf(text, size, record.id);
			const embedding = request.encoding_format === 'base64' ? packed(vector) : vector;
			return { object: 'embedding', index, embedding };
		});
		const usage = { prompt_tokens: tokens, total_tokens: tokens };
		return {
			headers: modelHeaders(call.world.namePrefix, model),
			payload: { json: { object: 'list', model: record.id, data, usage }, compress: true },
		};
	},
};

function requireLengths(texts: string[], { model_spec: spec }: ModelRecord): void {
	const most = Number(spec.maxInputTokens);
	if (texts.every((text) => tokensOf(text) <= most)) return;
	const path = ['input'];
	const message = `Input text exceeds the maximum token limit of ${most} tokens`;
	// Only the branches of the union say why.
	const unionErrors = [{ issues: [{ code: 'custom', path, message }] }];
	const issues = [{ code: 'invalid_union', path, message: 'Invalid input', unionErrors }];
	throw new Refusal(400, { error: 'Invalid request parameters', issues });
}

function dimensions(wanted: number | undefined, { id, model_spec: spec }: ModelRecord): number {
	const native = Number(spec.embeddingDimensions);
	if (wanted === undefined) return native;
	if (spec.supportsCustomDimensions !== true) {
		throw invalidField('dimensions', `Model ${id} always gives ${native} dimensions`);
	}
	if (wanted > native) throw invalidField('dimensions', `Model ${id} has ${native} at most`);
	return wanted;
}
