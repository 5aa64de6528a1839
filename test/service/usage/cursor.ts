import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CURRENCIES } from './entry';
import type { Bounds, Position } from './usageHistory';

/** A walk between two of its pages. */
export interface Walk {
	user: string;
	pageSize: number;
	bounds: Bounds;
	position: Position;
	expires: number;
}

const MAC_BYTES = 16;

/** Names are short because a cursor has at most 512 characters. */
const packed = z.object({
	u: z.string(),
	z: z.number(),
	c: z.enum(CURRENCIES).optional(),
	e: z.number().optional(),
	s: z.number(),
	r: z.tuple([z.number(), z.number()]),
	k: z.number(),
	x: z.number(),
});

/** The walk as a signed token of `[A-Za-z0-9_-]`. */
export function sealCursor(secret: string, walk: Walk): string {
	const { bounds, position } = walk;
	const content: z.infer<typeof packed> = {
		u: walk.user,
		z: walk.pageSize,
		c: bounds.currency,
		e: bounds.end,
		s: position.seeded,
		r: [position.recorded.at, position.recorded.serial],
		k: position.known,
		x: walk.expires,
	};
	const bytes = Buffer.from(JSON.stringify(content));
	return Buffer.concat([sign(secret, bytes), bytes]).toString('base64url');
}

/** The walk inside a token, or why the token is refused. */
export function openCursor(secret: string, cursor: string, user: string, now: number) {
	const bytes = Buffer.from(cursor, 'base64url');
	const [mac, content] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
	const intact =
		bytes.toString('base64url') === cursor &&
		mac.length === MAC_BYTES &&
		timingSafeEqual(mac, sign(secret, content));
	if (!intact) return { refused: 'The cursor is not valid' };
	const walk = unpack(packed.parse(JSON.parse(content.toString())));
	if (walk.user !== user) return { refused: 'The cursor belongs to another user' };
	if (now >= walk.expires) return { refused: 'The cursor has expired' };
	return { walk };
}

function unpack(content: z.infer<typeof packed>): Walk {
	return {
		user: content.u,
		pageSize: content.z,
		bounds: { currency: content.c, end: content.e },
		position: {
			seeded: content.s,
			recorded: { at: content.r[0], serial: content.r[1] },
			known: content.k,
		},
		expires: content.x,
	};
}

function sign(secret: string, bytes: Buffer): Buffer {
	return createHmac('sha256', secret).update(bytes).digest().subarray(0, MAC_BYTES);
}
