import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../record';

/** The class of JSON-RPC calls, of which a user may have one under way (NOTES 10). */
export const RPC = 'rpc';

const CLASSES: Array<[RegExp, string]> = [
	[/^\/images?\/(?!styles$)/, 'image'],
	[/^\/audio\/(speech|transcriptions|voices|queue|retrieve)$/, 'audio'],
	[/^\/crypto\/rpc\/(?!networks$)/, RPC],
	[/^\/models\/./, '/models/*'],
	[/^\/characters\/[^/]+\/reviews$/, '/characters/*/reviews'],
	[/^\/characters\/./, '/characters/*'],
];

/**
 * The name of the limit that a request counts against (NOTES 1.7 and 14): text models each have their own,
 * images share one, audio too; other paths count by themselves, without the identifiers in them.
 */
export function rateClass({ url, body }: Pick<IHttpRequestOptions, 'url' | 'body'>): string {
	if (/^\/(chat|responses)\b/.test(url)) return `text ${modelName(body)}`;
	const [, name] = CLASSES.find(([path]) => path.test(url)) ?? [];
	return name ?? url.split('/').slice(0, 3).join('/');
}

/** The model without the parameters that may follow its name (NOTES 2.4). */
function modelName(body: unknown): string {
	const model = isRecord(body) && typeof body.model === 'string' ? body.model : '';
	return model.split(':')[0] ?? '';
}
