const MOST_COLORS = 256;

const channelsOf = (color: number) => [color >> 16, (color >> 8) & 0xff, color & 0xff] as const;

/** The colours of a picture in the order of their first use, at most 256; after that the nearest stands in. */
export class Palette {
	private readonly colors: number[] = [];

	private readonly indexByColor = new Map<number, number>();

	private readonly indexByBlend = new Map<number, number>();

	indexOfHexColor(color: string): number {
		return this.indexOfColor(Number.parseInt(color.slice(1), 16));
	}

	/** The index of a mixture of two colours: 0 is the first, 1 the second. */
	indexOfBlend(under: number, over: number, share: number): number {
		const name = (under * MOST_COLORS + over) * 2 + share;
		const knownIndex = this.indexByBlend.get(name);
		if (knownIndex !== undefined) return knownIndex;
		const [from, to] = [under, over].map((place) => channelsOf(this.colors[place] ?? 0));
		const mixed = [0, 1, 2].map((channel) => {
			const [start = 0, end = 0] = [from?.[channel], to?.[channel]];
			return Math.round(start + (end - start) * share);
		});
		const indexOf = this.indexOfColor(mixed.reduce((color, value) => color * 256 + value, 0));
		this.indexByBlend.set(name, indexOf);
		return indexOf;
	}

	/** Three bytes for each place: red, green, blue. */
	toRgbBytes(): Uint8Array {
		return Uint8Array.from(this.colors.flatMap((color) => channelsOf(color)));
	}

	private indexOfColor(color: number): number {
		const knownIndex =
			this.indexByColor.get(color) ??
			(this.colors.length < MOST_COLORS ? this.addColor(color) : undefined);
		return knownIndex ?? this.indexOfNearest(color);
	}

	private addColor(color: number): number {
		this.indexByColor.set(color, this.colors.length);
		return this.colors.push(color) - 1;
	}

	private indexOfNearest(color: number): number {
		const wanted = channelsOf(color);
		const distances = this.colors.map((other) =>
			channelsOf(other).reduce((sum, value, index) => sum + (value - (wanted[index] ?? 0)) ** 2, 0),
		);
		return distances.indexOf(Math.min(...distances));
	}
}
