import { INK_COLORS, type TextMark } from './drawing';
import { fitText, textWidth } from './typeface';

const LABEL_FONT_SIZE = 28;
const MIN_LABEL_GAP = 14;
const MAX_LABEL_WIDTH = 240;

/** A label may stand up to here from the drawing's edge. */
const LABEL_EDGE_MARGIN = 8;

const LABEL_STRIDES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 32, 48, 64, 128, 256];

/** The baseline, and the width of the drawing. */
interface LabelPlacement {
	width: number;
	y: number;
}

function labelsAtStride(
	texts: string[],
	centres: number[],
	stride: number,
	{ width, y }: LabelPlacement,
): TextMark[] {
	return texts.flatMap((text, index): TextMark[] => {
		if (index % stride !== 0 || text === '') return [];
		const half = textWidth('text', LABEL_FONT_SIZE, text) / 2;
		const inside = Math.min(width - LABEL_EDGE_MARGIN - half, centres[index] ?? 0);
		const x = Math.max(LABEL_EDGE_MARGIN + half, inside);
		const look = { face: 'text', size: LABEL_FONT_SIZE, color: INK_COLORS.soft } as const;
		return [{ kind: 'text', role: 'label', anchor: 'middle', x, y, text, ...look }];
	});
}

function hasOverlap(labels: TextMark[]): boolean {
	return labels.some((label, index) => {
		const next = labels[index + 1];
		if (!next) return false;
		const widths =
			textWidth('text', LABEL_FONT_SIZE, label.text) +
			textWidth('text', LABEL_FONT_SIZE, next.text);
		return next.x - label.x < widths / 2 + MIN_LABEL_GAP;
	});
}

/** The bars' labels under their middles: every one, or every second, third and so on, so that none touches the next. */
export function barLabels(labels: string[], centres: number[], place: LabelPlacement): TextMark[] {
	const band = (centres[1] ?? 0) - (centres[0] ?? 0);
	const maxWidth =
		labels.length > 1
			? Math.max(band - MIN_LABEL_GAP, Math.min(MAX_LABEL_WIDTH, band * 4))
			: place.width / 2;
	const texts = labels.map((label) => fitText('text', LABEL_FONT_SIZE, label, maxWidth));
	const tries = LABEL_STRIDES.map((stride) => labelsAtStride(texts, centres, stride, place));
	return tries.find((tried) => !hasOverlap(tried)) ?? [];
}
