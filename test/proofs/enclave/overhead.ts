import { accessTo } from '../../engine/access';
import { ROOTS } from '../../../lib/privacy/enclave/question';
import { verifyEvidence } from '../../../lib/privacy/enclave/verify';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { questionOf, recording } from '../../enclave/recorded';
import { runNode } from '../../engine/runNode';
import { startService, type LocalService } from '../../service/service';

/** Milliseconds, medians of one machine: they compare with each other, not with another machine's. */
export interface Overhead {
	/** One check of recorded evidence with its certificates and lists. */
	verification: number;
	/** One chat, with the local service in the same process, in plain text and encrypted to a verified enclave. */
	plainChat: number;
	encryptedChat: number;
}

const ROUNDS = 9;
const CHATS = 50;

/** Times chats of both kinds in turn, and one verification. */
export async function playOverhead(): Promise<Overhead> {
	const one = recording('gemma');
	const question = questionOf(one);
	const verification = median(200, () =>
		timed(() => void verifyEvidence(one.attestation, question)),
	);
	const limits = { XS: 50_000, S: 50_000, M: 50_000, L: 50_000 };
	const service = await startService({ limits, balances: { usd: 10_000 } });
	const real = { ...ROOTS };
	Object.assign(ROOTS, service.enclaveRoots);
	const times = { off: [] as number[], required: [] as number[] };
	try {
		for (let round = 0; round <= ROUNDS; round++) {
			for (const kind of ['off', 'required'] as const) {
				const ms = (await timed(() => chat(service, kind, round))) / CHATS;
				// The first round verifies, reads the list of models and compiles.
				if (round > 0) times[kind].push(ms);
			}
		}
	} finally {
		Object.assign(ROOTS, real);
		await service.close();
	}
	return {
		verification: rounded(await verification),
		plainChat: rounded(middle(times.off)),
		encryptedChat: rounded(middle(times.required)),
	};
}

async function chat(service: LocalService, encryption: string, round: number): Promise<void> {
	const { outputs, error } = await runNode({
		node: new InferenceChat(),
		parameters: {
			...{
				operation: 'complete',
				options: { privacy: { encryption } },
				prompt: '=Case {{ $json.mark }}',
			},
			model: { __rl: true, mode: 'id', value: 'e2ee-private' },
		},
		items: Array.from({ length: CHATS }, (_, index) => ({ json: { mark: index } })),
		executionId: `overhead-${encryption}-${round}`,
		...accessTo(service, { collateralUrl: new URL(service.url).origin }),
	});
	if (error) throw error;
	if (outputs[0]?.length !== CHATS) throw new Error('Not every chat was answered');
}

async function timed(run: () => unknown): Promise<number> {
	const start = performance.now();
	await run();
	return performance.now() - start;
}

async function median(times: number, run: () => Promise<number>): Promise<number> {
	const all: number[] = [];
	for (let time = 0; time < times; time++) all.push(await run());
	return middle(all);
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
const rounded = (ms: number) => Math.round(ms * 10) / 10;
