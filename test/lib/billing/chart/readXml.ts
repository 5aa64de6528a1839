/** An element of an XML document, with the text directly inside it. */
export interface XmlElement {
	name: string;
	attributes: Record<string, string>;
	text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(text: string): string {
	if (/[<>"]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`Not escaped: ${text}`);
	if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text)) {
		throw new Error(`Not allowed in XML: ${JSON.stringify(text)}`);
	}
	return text.replace(/&(.+?);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** The elements of a document in their order; throws unless every one is closed in its turn and all text is escaped. */
export function readXml(document: string): XmlElement[] {
	const open: XmlElement[] = [];
	const all: XmlElement[] = [];
	for (const [token] of document.matchAll(/<[^>]*>|[^<]+/g)) {
		const closing = /^<\/(\w+)>$/.exec(token);
		const opening = /^<(\w+)((?: [\w-:]+="[^"<]*")*)(\/?)>$/.exec(token);
		const top = open.at(-1);
		if (closing) {
			if (open.pop()?.name !== closing[1]) throw new Error(`Closed out of turn: ${token}`);
		} else if (opening) {
			const given = (opening[2] ?? '').matchAll(/ ([\w-:]+)="([^"]*)"/g);
			const attributes = Object.fromEntries(
				[...given].map(([, key, value = '']) => [key, plain(value)]),
			);
			const element = { name: opening[1] ?? '', attributes, text: '' };
			all.push(element);
			if (!opening[3]) open.push(element);
		} else if (top) top.text += plain(token);
		else throw new Error(`Outside of the document: ${token}`);
	}
	if (open.length > 0) throw new Error('Not closed');
	return all;
}
