import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../../lib/record';
import { fetchForPicker } from './fetchForPicker';

/** The list search for the names of image styles. */
export async function searchStyles(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const styles = styleNames(await fetchForPicker(this, 'styles', { url: '/image/styles' }));
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: styles
			.filter((name) => name.toLowerCase().includes(wanted))
			.map((name) => ({ name, value: name })),
	};
}

/** The names in an answer of the style list, which is an object with `data` or a bare array (docs/service.md#images). */
export function styleNames(body: unknown): string[] {
	const data = isRecord(body) ? body.data : body;
	return Array.isArray(data) ? data.map(String) : [];
}
