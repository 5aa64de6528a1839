type Line = (x0: number, y0: number, x1: number, y1: number) => void;

const CURVE_PARTS = 6;

/** Calls back with the straight lines, in the outline's own units, of a path of closed contours: `M` absolute, `l` and quadratic `q` relative. */
export function eachLine(path: string, line: Line): void {
	let [nowX, nowY, firstX, firstY] = [0, 0, 0, 0];
	const to = (nextX: number, nextY: number) => {
		line(nowX, nowY, nextX, nextY);
		[nowX, nowY] = [nextX, nextY];
	};
	for (const [, verb, rest = ''] of path.matchAll(/([Mlq])([^Mlq]*)/g)) {
		const [a = 0, b = 0, c = 0, d = 0] = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
		if (verb === 'M') {
			to(firstX, firstY);
			[nowX, nowY, firstX, firstY] = [a, b, a, b];
		} else if (verb === 'l') to(nowX + a, nowY + b);
		else {
			const [startX, startY] = [nowX, nowY];
			for (let part = 1; part <= CURVE_PARTS; part++) {
				const t = part / CURVE_PARTS;
				const [bend, end] = [2 * t * (1 - t), t * t];
				to(startX + a * bend + c * end, startY + b * bend + d * end);
			}
		}
	}
	to(firstX, firstY);
}
