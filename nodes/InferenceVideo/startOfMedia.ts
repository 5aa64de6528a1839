import { isRecord } from '../../lib/base/record';

/** What a video made from these rows of Media starts from. */
export function startOfMedia(media: unknown): 'image' | 'text' {
	const rows = Array.isArray(media) ? media.filter(isRecord) : [];
	return rows.some(({ usedAs }) => usedAs === 'image_url') ? 'image' : 'text';
}
