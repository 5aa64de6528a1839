import { INK, type Text } from './drawing';
import { fitText, textWidth } from './typeface';

const SIZE = 28;
const GAP = 14;
const WIDEST = 240;

/** A label may stand up to here from the drawing's edge. */
const EDGE = 8;

const STRIDES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 32, 48, 64, 128, 256];

/** The baseline, and the width of the drawing. */
interface Place {
	width: number;
	y: number;
}

function placed(texts: string[], centres: number[], stride: number, { width, y }: Place): Text[] {
	return texts.flatMap((text, index): Text[] => {
		if (index % stride !== 0 || text === '') return [];
		const half = textWidth('text', SIZE, text) / 2;
		const inside = Math.min(width - EDGE - half, centres[index] ?? 0);
		const x = Math.max(EDGE + half, inside);
		const look = { face: 'text', size: SIZE, color: INK.soft } as const;
		return [{ kind: 'text', role: 'label', anchor: 'middle', x, y, text, ...look }];
	});
}

function overlap(labels: Text[]): boolean {
	return labels.some((label, index) => {
		const next = labels[index + 1];
		if (!next) return false;
		const widths = textWidth('text', SIZE, label.text) + textWidth('text', SIZE, next.text);
		return next.x - label.x < widths / 2 + GAP;
	});
}

/** The bars' labels under their middles: every one, or every second, third and so on, so that none touches the next. */
export function barLabels(labels: string[], centres: number[], place: Place): Text[] {
	const band = (centres[1] ?? 0) - (centres[0] ?? 0);
	const most =
		labels.length > 1 ? Math.max(band - GAP, Math.min(WIDEST, band * 4)) : place.width / 2;
	const texts = labels.map((label) => fitText('text', SIZE, label, most));
	const tries = STRIDES.map((stride) => placed(texts, centres, stride, place));
	return tries.find((tried) => !overlap(tried)) ?? [];
}
