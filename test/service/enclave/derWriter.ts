/** One value of DER. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
	const body = Buffer.concat(parts);
	if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
	const length = Buffer.from(body.length.toString(16).padStart(4, '0').replace(/^00/, ''), 'hex');
	return Buffer.concat([Buffer.of(tag, 0x80 + length.length), length, body]);
}

export const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
export const octets = (bytes: Buffer) => der(0x04, bytes);
export const bits = (bytes: Buffer) => der(0x03, Buffer.of(0), bytes);
export const utf8 = (text: string) => der(0x0c, Buffer.from(text));

export function integer(value: number | Buffer): Buffer {
	const bytes =
		typeof value === 'number'
			? Buffer.from(value.toString(16).padStart(4, '0').replace(/^00/, ''), 'hex')
			: value;
	return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

export function oid(dotted: string): Buffer {
	const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
	const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
		const digits = [arc & 0x7f];
		for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
		return digits;
	});
	return der(0x06, Buffer.from(arcs));
}

/** GeneralizedTime. */
export function time(ms: number): Buffer {
	return der(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')));
}
