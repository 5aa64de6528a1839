import { createHash } from 'node:crypto';

export interface Colour {
	red: number;
	green: number;
	blue: number;
}

export interface Size {
	width: number;
	height: number;
}

/** A colour that follows from a text, so that two requests give two pictures. */
export function colourOf(text: string): Colour {
	const [red = 0, green = 0, blue = 0] = createHash('sha256').update(text).digest();
	return { red, green, blue };
}
