import { INK_COLORS, type TextMark } from './drawing';
import { textWidth } from './typeface';

const LABEL_FONT_SIZE = 28;
const MIN_LABEL_GAP = 14;

/** A label may stand up to here from the drawing's edge. */
const LABEL_EDGE_MARGIN = 8;

const LABEL_STRIDES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 32, 48, 64, 128, 256];

/** The baseline, and the width of the drawing. */
interface LabelPlacement {
	width: number;
	y: number;
}

/** A bar's label, and the part of it that is enough where the rest stands at the label before. */
interface BarLabel {
	label: string;
	short?: string;
}

function labelsAtStride(
	bars: BarLabel[],
	centres: number[],
	stride: number,
	{ width, y }: LabelPlacement,
): TextMark[] {
	let writtenRest: string | undefined;
	return bars.flatMap(({ label, short = label }, index): TextMark[] => {
		if (index % stride !== 0 || label === '') return [];
		const rest = label.replace(short, '');
		const text = rest === writtenRest ? short : label;
		writtenRest = rest;
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

/** The bars' labels under their middles, each whole: every one, or every second, third and so on, so that none touches the next; none where one is too wide. */
export function barLabels(bars: BarLabel[], centres: number[], place: LabelPlacement): TextMark[] {
	const tries = LABEL_STRIDES.map((stride) => labelsAtStride(bars, centres, stride, place));
	const fits = (labels: TextMark[]) =>
		!hasOverlap(labels) &&
		labels.every(({ text }) => textWidth('text', LABEL_FONT_SIZE, text) <= place.width / 2);
	return tries.find(fits) ?? [];
}
