const MOST_COLORS = 256;

const channels = (color: number) => [color >> 16, (color >> 8) & 0xff, color & 0xff] as const;

/** The colours of a picture in the order of their first use, at most 256; after that the nearest stands in. */
export class Palette {
	private readonly colors: number[] = [];

	private readonly places = new Map<number, number>();

	private readonly blends = new Map<number, number>();

	/** The place of a colour (#rrggbb). */
	index(color: string): number {
		return this.place(Number.parseInt(color.slice(1), 16));
	}

	/** The index of a mixture of two colours: 0 is the first, 1 the second. */
	between(under: number, over: number, share: number): number {
		const name = (under * MOST_COLORS + over) * 2 + share;
		const known = this.blends.get(name);
		if (known !== undefined) return known;
		const [from, to] = [under, over].map((place) => channels(this.colors[place] ?? 0));
		const mixed = [0, 1, 2].map((channel) => {
			const [start = 0, end = 0] = [from?.[channel], to?.[channel]];
			return Math.round(start + (end - start) * share);
		});
		const indexOf = this.place(mixed.reduce((color, value) => color * 256 + value, 0));
		this.blends.set(name, indexOf);
		return indexOf;
	}

	/** Three bytes for each place: red, green, blue. */
	bytes(): Uint8Array {
		return Uint8Array.from(this.colors.flatMap((color) => channels(color)));
	}

	private place(color: number): number {
		const known =
			this.places.get(color) ?? (this.colors.length < MOST_COLORS ? this.add(color) : undefined);
		return known ?? this.nearest(color);
	}

	private add(color: number): number {
		this.places.set(color, this.colors.length);
		return this.colors.push(color) - 1;
	}

	private nearest(color: number): number {
		const wanted = channels(color);
		const distances = this.colors.map((other) =>
			channels(other).reduce((sum, value, index) => sum + (value - (wanted[index] ?? 0)) ** 2, 0),
		);
		return distances.indexOf(Math.min(...distances));
	}
}
