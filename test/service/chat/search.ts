import type { Model } from '../models/model';
import type { Switches } from '../schemas/switches';

export interface Citation {
	title: string;
	url: string;
	content?: string;
	date?: string;
}

const MOST_SCRAPED = 5;

/** What a search or a scrape found; the fields are as uneven as the real ones. */
export function citationsFor(text: string, { record }: Model, switches: Switches): Citation[] {
	const can = record.model_spec.capabilities;
	if (switches.webScraping) {
		const urls = text.match(/https?:\/\/[^\s"<>]+/g) ?? [];
		return urls.slice(0, MOST_SCRAPED).map((url) => ({ title: `Page at ${url}`, url }));
	}
	if (switches.xSearch && can?.supportsXSearch) {
		return [{ title: 'A post', url: 'https://example.com/post/1', date: '2026-08-01' }];
	}
	const asked =
		switches.webSearch === 'on' || (switches.webSearch === 'auto' && text.includes('?'));
	if (!asked || !can?.supportsWebSearch) return [];
	return [
		{
			title: 'Example Domain',
			url: 'https://example.com/',
			content: 'An example &amp; nothing more',
			date: '2026-07-30',
		},
		{ title: 'Another page', url: 'https://example.org/page', date: '' },
	];
}
