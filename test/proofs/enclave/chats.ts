import type { IDataObject } from 'n8n-workflow';

import { accessTo } from '../../engine/access';
import { ROOTS } from '../../../lib/privacy/enclave/question';
import { keptCollateral } from '../../../lib/privacy/collateralSource';
import { keptAttestations } from '../../../lib/privacy/sendEncrypted';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { fastClock } from '../../engine/fastClock';
import { runNode } from '../../engine/runNode';
import { startService, type LocalService } from '../../service/service';

/** What came of encrypted chats under faults. */
export interface Chats {
	chats: number;
	faults: number;
	answered: number;
	/** Failed, and not charged. */
	failed: number;
	/** Failed and charged; the error says so. */
	lost: number;
	charges: number;
	chargedTwice: number;
	/** Prompts and answers found in what the service received, other than encrypted. */
	inPlain: number;
	/** What must not be, in words. */
	wrong: string[];
}

const BATCH = 100;
const SECRET = /patient m\d{6}/;

/** Sends that many encrypted chats through the node, a fifth of all requests in trouble, and matches each with the charges of the service. */
export async function playChats(chats: number, seed: number): Promise<Chats> {
	const fast = fastClock(50);
	const limits = { XS: 5_000, S: 5_000, M: 5_000, L: 5_000 };
	const service = await startService({ now: fast.now, limits, balances: { usd: 10_000 } });
	const real = { ...ROOTS };
	keptCollateral.clear();
	keptAttestations.clear();
	fast.install();
	Object.assign(ROOTS, service.enclaveRoots);
	try {
		service.chaos({ seed, rate: 0.2 });
		const outputs: IDataObject[] = [];
		while (outputs.length < chats) {
			const first = outputs.length;
			const count = Math.min(BATCH, chats - first);
			outputs.push(...(await execute(service, first, count)));
		}
		return accountOf(service, outputs);
	} finally {
		Object.assign(ROOTS, real);
		fast.restore();
		await service.close();
	}
}

const mark = (index: number) => `m${String(index).padStart(6, '0')}`;

async function execute(service: LocalService, first: number, count: number) {
	const { outputs, error } = await runNode({
		node: new InferenceChat(),
		parameters: {
			...{ operation: 'complete', options: { privacy: { encryption: 'required' } } },
			model: { __rl: true, mode: 'id', value: 'e2ee-private' },
			prompt: '=The patient {{ $json.mark }} has measles',
		},
		items: Array.from({ length: count }, (_, index) => ({ json: { mark: mark(first + index) } })),
		continueOnFail: 'continueRegularOutput',
		executionId: `chats-${first}`,
		...accessTo(service, { collateralUrl: new URL(service.url).origin }),
	});
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
}

function accountOf(service: LocalService, outputs: IDataObject[]): Chats {
	const { journal, ledger } = service;
	const charged = new Map<string, number>();
	const wrong: string[] = [];
	for (const entry of journal) {
		if (entry.charge === undefined) continue;
		const found = /m\d{6}/.exec(service.inside(entry) ?? '')?.[0] ?? 'no chat';
		charged.set(found, (charged.get(found) ?? 0) + 1);
	}
	let lost = 0;
	for (const [index, { text, error }] of outputs.entries()) {
		const charges = charged.get(mark(index)) ?? 0;
		const isAnswered = error === undefined;
		if (isAnswered && !String(text).includes(`patient ${mark(index)}`)) {
			wrong.push(`chat ${index} has the answer of another`);
		}
		if (isAnswered && charges === 0) wrong.push(`chat ${index} was answered without a charge`);
		if (isAnswered || charges === 0) continue;
		lost++;
		if (!/charged/.test(String(error)))
			wrong.push(`chat ${index} was charged, and says: ${String(error)}`);
	}
	const twice = [...charged].filter(([, times]) => times > 1);
	for (const [name, times] of twice) wrong.push(`${name} was charged ${times} times`);
	const charges = [...charged.values()].reduce((sum, one) => sum + one, 0);
	if (charges !== ledger.length) wrong.push(`the ledger has ${ledger.length} charges`);
	const inPlain = journal.filter((entry) => SECRET.test(JSON.stringify(entry))).length;
	if (inPlain > 0) wrong.push(`${inPlain} requests have a prompt or an answer in plain text`);
	const answered = outputs.filter(({ error }) => error === undefined).length;
	return {
		...{ chats: outputs.length, faults: journal.filter(({ fault }) => fault).length, answered },
		...{ failed: outputs.length - answered - lost, lost, charges },
		...{ chargedTwice: twice.length, inPlain, wrong },
	};
}
