import { createHash } from 'node:crypto';
import { z } from 'zod';

import { hexBytes } from './bytes';
import { requireThat, Mismatch } from './checkList';

export const EVENT_LOG = z
	.array(
		z.object({
			imr: z.number().int().min(0).max(3),
			event_type: z.number().int().min(0).max(0xffffffff),
			digest: z.string(),
			event: z.string(),
			event_payload: z.string(),
		}),
	)
	.max(10_000);

export type EventLog = z.output<typeof EVENT_LOG>;

/** Replays a log into the four registers. Throws a Mismatch where one differs, or where an event of the program is not what its digest says. */
export function verifyReplay(log: EventLog, rtmrs: Buffer[]): void {
	for (const [imr, rtmr] of rtmrs.entries()) {
		let register: Buffer = Buffer.alloc(48);
		for (const event of log.filter((one) => one.imr === imr)) {
			const digest = hexBytes(event.digest, 'a digest');
			requireThat(digest.length === 48, 'a digest of another length');
			if (imr === 3)
				requireThat(
					digestOf(event).equals(digest),
					`the event "${event.event}" has another digest`,
				);
			register = sha384(Buffer.concat([register, digest]));
		}
		requireThat(
			register.equals(rtmr),
			`the log leads to ${register.toString('hex')} for RTMR${imr}`,
		);
	}
}

/** The payload of the only event of that name in the register of the program; throws a Mismatch where there is none, or another one. */
export function onlyEventPayload(log: EventLog, name: string): string {
	const found = log.filter(({ imr, event }) => imr === 3 && event === name);
	const [only] = found;
	if (only !== undefined && found.length === 1) return only.event_payload.toLowerCase();
	throw new Mismatch(`${found.length} events "${name}" in the log`);
}

function digestOf({ event_type: type, event, event_payload: payload }: EventLog[number]): Buffer {
	const kind = Buffer.alloc(4);
	kind.writeUInt32LE(type);
	return sha384(Buffer.concat([kind, Buffer.from(`:${event}:`), hexBytes(payload, 'an event')]));
}

function sha384(bytes: Buffer): Buffer {
	return createHash('sha384').update(bytes).digest();
}
