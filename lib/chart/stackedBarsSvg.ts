import type { Mark, Text } from './drawing';
import { type StackedBars, stackedBarsLayout } from './stackedBars';
import { isWritable, textWidth } from './typeface';

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

// Characters that no XML document may hold, half pairs included.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string) =>
	text.replace(FORBIDDEN, '�').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Keeps a text within its place where the reader's typeface is wider or narrower than ours. */
function fixedWidth({ face, size, text }: Text): string {
	const width = textWidth(face, size, text).toFixed(1);
	const known = text.length > 1 && isWritable(face, text);
	return known ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
}

function element(mark: Mark): string {
	const { x, y, color } = mark;
	if (mark.kind === 'text') {
		const weight = mark.face === 'title' ? 700 : 500;
		const place = `x="${x}" y="${y}" text-anchor="${mark.anchor}"`;
		const look = `font-size="${mark.size}" font-weight="${weight}" fill="${color}"`;
		return `<text class="${mark.role}" ${place} ${look}${fixedWidth(mark)}>${escaped(mark.text)}</text>`;
	}
	const box = `class="${mark.role}" x="${x}" y="${y}" width="${mark.width}" height="${mark.height}" fill="${color}"`;
	return mark.about
		? `<rect ${box}><title>${escaped(mark.about)}</title></rect>`
		: `<rect ${box}/>`;
}

/** A chart as one SVG document that needs nothing else: it draws with the reader's own typeface, and names each part under the pointer. */
export function stackedBarsSvg(chart: StackedBars): string {
	const { width, height, background, marks } = stackedBarsLayout(chart);
	const name = [chart.title, chart.subtitle].filter(Boolean).join(', ');
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(name)}" font-family="'Noto Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">`,
		`<rect width="${width}" height="${height}" fill="${background}"/>`,
		...marks.map(element),
		'</svg>',
	].join('\n');
}
