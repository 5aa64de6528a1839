const MARKS = /<\/?(?:strong|b|em|i|mark|u|br)\s*\/?>/gi;

const ENTITIES: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
	'&nbsp;': ' ',
};

/** A search result without the tags around matched words, and with its entities read (docs/service.md#web). */
export function plainText(text: string): string {
	return text
		.replace(MARKS, '')
		.replace(
			/&(?:amp|lt|gt|quot|#39|#x27|nbsp);/gi,
			(entity) => ENTITIES[entity.toLowerCase()] ?? entity,
		);
}
