/** A filled rectangle; y grows downwards, all lengths in whole pixels of the drawing. */
export interface BoxMark {
	kind: 'box';
	role: 'grid' | 'zero' | 'segment' | 'swatch' | 'plate' | 'limit';
	x: number;
	y: number;
	width: number;
	height: number;
	color: string;
	/** What the box stands for, in words: SVG shows it under the pointer. */
	about?: string;
}

/** One line of text; y is its baseline. */
export interface TextMark {
	kind: 'text';
	role: 'title' | 'subtitle' | 'legend' | 'unit' | 'tick' | 'label' | 'total';
	x: number;
	y: number;
	anchor: 'start' | 'middle' | 'end';
	face: 'text' | 'title';
	/** Pixels per em. */
	size: number;
	color: string;
	text: string;
}

export type Mark = BoxMark | TextMark;

export interface Drawing {
	width: number;
	height: number;
	background: string;
	/** In the order in which they are painted. */
	marks: Mark[];
}

export const PAGE_STYLE = { margin: 44, background: '#ffffff' } as const;

/** The size of a drawing in pixels, and whether it has title, subtitle and legend of its own. */
export interface DrawingFormat {
	width: number;
	height: number;
	heading: boolean;
}

/** A picture that stands alone, as wide as a message in a chat. */
export const CHAT_PICTURE_FORMAT: DrawingFormat = { width: 1200, height: 675, heading: true };

export const INK_COLORS = {
	strong: '#1f2328',
	soft: '#59636e',
	grid: '#e4e7eb',
	zero: '#8c959f',
} as const;

/** Okabe and Ito's colours, which stay apart for every kind of colour blindness; their yellow, and darker and lighter ones, where those do not suffice. */
export const PRODUCT_COLORS = [
	'#0072b2',
	'#e69f00',
	'#009e73',
	'#cc79a7',
	'#56b4e9',
	'#d55e00',
	'#f0e442',
	'#003f62',
	'#7e5700',
	'#00573f',
	'#70435c',
	'#2f6380',
	'#753400',
	'#8cc0dc',
	'#f4d48c',
	'#8cd3c0',
	'#e8c3d7',
	'#b3ddf5',
	'#ecb78c',
] as const;

/** How many of them, from the first, are strong and far apart. */
export const STRONG_COLOR_COUNT = 6;

/** Of what stands together, in every chart. */
export const OTHERS_COLOR = '#7d8590';

export function seriesColor(index: number): string {
	return PRODUCT_COLORS[index % PRODUCT_COLORS.length] ?? OTHERS_COLOR;
}
