import { Mismatch } from './checkList';

/** One value of DER (ITU-T X.690). */
export interface Der {
	tag: number;
	body: Buffer;
	/** The value with its tag and length. */
	whole: Buffer;
}

export const DER_TAG = {
	integer: 0x02,
	bits: 0x03,
	octets: 0x04,
	oid: 0x06,
	utcTime: 0x17,
	time: 0x18,
	sequence: 0x30,
};

/** The only value in these bytes. Throws a Mismatch where they are not strict DER or go on after it. */
export function derOf(bytes: Buffer, tag?: number): Der {
	const value = firstValue(bytes);
	if (value.whole.length !== bytes.length) throw new Mismatch('bytes follow the end of a value');
	return requireTag(value, tag);
}

/** The values inside a constructed one; throws a Mismatch. */
export function valuesIn({ body }: Der): Der[] {
	const values: Der[] = [];
	for (let at = 0; at < body.length;) {
		const value = firstValue(body.subarray(at));
		values.push(value);
		at += value.whole.length;
	}
	return values;
}

/** The value, if it has that tag; throws a Mismatch otherwise. */
export function requireTag(value: Der | undefined, tag: number | undefined): Der {
	if (value !== undefined && (tag === undefined || value.tag === tag)) return value;
	throw new Mismatch('a value is missing or of the wrong type');
}

/** An object identifier in dotted form; throws a Mismatch. */
export function oidOf(value: Der | undefined): string {
	const { body } = requireTag(value, DER_TAG.oid);
	const arcs: number[] = [];
	let arc = 0;
	for (const byte of body) {
		arc = arc * 128 + (byte & 0x7f);
		if (byte >= 0x80) continue;
		arcs.push(arc);
		arc = 0;
	}
	const [head = 0, ...rest] = arcs;
	return [
		Math.min(2, Math.floor(head / 40)),
		head - 40 * Math.min(2, Math.floor(head / 40)),
		...rest,
	].join('.');
}

/** Milliseconds of a time in a certificate or list (RFC 5280, section 4.1.2.5); throws a Mismatch. */
export function timeOf(value: Der | undefined): number {
	const text = value?.body.toString('latin1') ?? '';
	const year =
		value?.tag === DER_TAG.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
	const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(year);
	if (match === null || ![DER_TAG.utcTime, DER_TAG.time].includes(value?.tag ?? 0)) {
		throw new Mismatch('a time cannot be read');
	}
	const [, y, mo, d, h, mi, s] = match;
	return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

function firstValue(bytes: Buffer): Der {
	const [tag = 0, short = 0x80] = bytes;
	let length = short;
	let start = 2;
	if (short >= 0x80) {
		const count = short & 0x7f;
		if (count === 0 || count > 4 || bytes.length < 2 + count)
			throw new Mismatch('a length cannot be read');
		length = bytes.readUIntBE(2, count);
		start += count;
		// DER writes a length in as few bytes as possible.
		if (length < 0x80 || length < 2 ** (8 * (count - 1)))
			throw new Mismatch('a length is not in its shortest form');
	}
	if ((tag & 0x1f) === 0x1f || start + length > bytes.length)
		throw new Mismatch('a value is cut off');
	return {
		tag,
		body: bytes.subarray(start, start + length),
		whole: bytes.subarray(0, start + length),
	};
}
