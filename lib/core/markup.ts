const ENTITY_OF_CHARACTER: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

// Characters that no XML document may hold, half pairs included.
const NOT_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text that is safe in XML and HTML, in quoted attributes too. */
export function escapeMarkup(text: string): string {
	return text
		.replace(NOT_XML_CHARACTERS, '�')
		.replace(/[&<>"']/g, (character) => ENTITY_OF_CHARACTER[character] ?? '');
}

/** The title of a web page, empty if it has none; undefined if the text is no web page. Its markup would not help a user. */
export function pageTitle(text: string): string | undefined {
	if (!/^\s*<(!doctype|html|\?xml)/i.test(text)) return undefined;
	// The search starts again at each "<title", so that it needs a bound.
	return /<title[^<>]*>([^<]*)</i.exec(text.slice(0, 5_000))?.[1]?.trim() ?? '';
}

const HIGHLIGHT_TAGS = /<\/?(?:strong|b|em|i|mark|u|br)\s*\/?>/gi;

const CHARACTER_OF_ENTITY: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
	'&nbsp;': ' ',
};

/** A search result without the tags around matched words, and with its entities read (docs/maintainers/service.md#web). */
export function withoutHighlightTags(text: string): string {
	return text
		.replace(HIGHLIGHT_TAGS, '')
		.replace(
			/&(?:amp|lt|gt|quot|#39|#x27|nbsp);/gi,
			(entity) => CHARACTER_OF_ENTITY[entity.toLowerCase()] ?? entity,
		);
}
