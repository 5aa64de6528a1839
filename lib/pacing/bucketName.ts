import { isRecord } from '../base/record';

/**
 * What an operation names as the rate limit that its requests count against. Each text model has a limit of its own, images share
 * one, and so do audio and JSON-RPC; any other address counts alone (docs/service.md#rate-limits).
 */
export type BucketName = 'text' | 'image' | 'audio' | 'rpc' | `/${string}`;

/** The name under which a request is counted: that of its bucket and, for text, of the model in its body. */
export function bucketKey(bucket: BucketName, body: unknown): string {
	return bucket === 'text' ? `text ${modelName(body)}` : bucket;
}

/** The model without the parameters that may follow its name (docs/service.md#model-names). */
function modelName(body: unknown): string {
	const model = isRecord(body) && typeof body.model === 'string' ? body.model : '';
	return model.split(':')[0] ?? '';
}
