import { z } from 'zod';

import { Mismatch } from './checkList';
import { EVENT_LOG } from './eventLog';

/** What the service says of an enclave, in one form for both ways in which it is sent. Nothing of it is trusted. */
export interface Evidence {
	form: 'dstack' | 'aci';
	model: string;
	/** The model that runs behind it, as the service names it. */
	upstreamModel: string | null;
	/** The keys that are offered, as they were sent. */
	keys: string[];
	quote: string;
	eventLog: z.output<typeof EVENT_LOG>;
	/** The text of the program's description, where it is sent. */
	compose?: string;
	/** The reports of the GPUs, as JSON text. */
	gpus?: string;
	/** When the evidence is too old to be used, in milliseconds. */
	staleAfter?: number;
}

const COMMON_FIELDS = {
	model: z.string(),
	upstream_model: z.string().nullish(),
	intel_quote: z.string(),
	nvidia_payload: z.string().nullish(),
	signing_key: z.string().nullish(),
	signing_public_key: z.string().nullish(),
};

const DSTACK = z.object({
	...COMMON_FIELDS,
	info: z.object({
		tcb_info: z.object({ app_compose: z.string().nullish(), event_log: EVENT_LOG }),
	}),
});

/** The suite whose keys are those of the message encryption. */
const SUITE = 'secp256k1-aes-256-gcm-hkdf-sha256';

const ACI = z.object({
	...COMMON_FIELDS,
	attestation: z.object({
		workload_keyset: z.object({
			e2ee_public_keys: z.array(z.object({ algo: z.string(), public_key: z.string() })),
		}),
		freshness: z.object({ stale_after: z.number() }).nullish(),
		evidence: z.object({ event_log: z.string() }),
	}),
});

/** Reads the answer of the service in either form; throws a Mismatch for a third. */
export function readEvidence(body: unknown): Evidence {
	const record = z.object({ attestation: z.unknown(), info: z.unknown() }).safeParse(body);
	if (!record.success) throw new Mismatch('no evidence');
	const { attestation, info } = record.data;
	if ((attestation === undefined) === (info === undefined))
		throw unknownFormMismatch('neither of the two known ones');
	return attestation === undefined ? readDstack(body) : readAci(body);
}

function readDstack(body: unknown): Evidence {
	const read = DSTACK.safeParse(body);
	if (!read.success) throw unknownFormMismatch(issuePath(read.error));
	const { tcb_info: info } = read.data.info;
	return {
		form: 'dstack',
		...commonFacts(read.data, []),
		eventLog: info.event_log,
		...(info.app_compose ? { compose: info.app_compose } : {}),
	};
}

function readAci(body: unknown): Evidence {
	const read = ACI.safeParse(body);
	if (!read.success) throw unknownFormMismatch(issuePath(read.error));
	const { workload_keyset: keyset, freshness, evidence } = read.data.attestation;
	const log = EVENT_LOG.safeParse(JSON.parse(evidence.event_log));
	if (!log.success) throw unknownFormMismatch(issuePath(log.error));
	const keys = keyset.e2ee_public_keys.filter(({ algo }) => algo === SUITE);
	return {
		form: 'aci',
		...commonFacts(
			read.data,
			keys.map((key) => key.public_key),
		),
		eventLog: log.data,
		...(freshness ? { staleAfter: freshness.stale_after * 1000 } : {}),
	};
}

function commonFacts(body: z.output<z.ZodObject<typeof COMMON_FIELDS>>, keys: string[]) {
	const {
		model,
		upstream_model: upstream,
		signing_key: key,
		signing_public_key: other,
		nvidia_payload: gpus,
	} = body;
	return {
		model,
		upstreamModel: upstream ?? null,
		keys: [...new Set([key, other, ...keys].filter((one) => typeof one === 'string'))],
		quote: body.intel_quote,
		...(gpus ? { gpus } : {}),
	};
}

function unknownFormMismatch(what: string): Mismatch {
	return new Mismatch(`evidence in a form that this package does not know: ${what}`);
}

function issuePath({ issues }: z.ZodError): string {
	return issues[0]?.path.join('.') ?? 'it';
}
