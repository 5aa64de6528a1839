export const STYLES: readonly string[] = [
	'Charcoal',
	'Clay Figure',
	'Comic Panel',
	'Linocut',
	'Oil Painting',
	'Paper Cut',
	'Pencil Sketch',
	'Photograph',
	'Pixel Grid',
	'Watercolour',
];
