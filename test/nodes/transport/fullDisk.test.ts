import { BinaryDataService } from 'n8n-core';

import { fileNotStoredFailure, STORE_FAILED } from '../../../lib/files/fileFailure';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const charges = () => world.service.ledger.length;
const ITEMS = 40;

/** n8n's storage takes nothing, so many times or until it is restored. */
function failStore(message: string, times = Infinity): () => void {
	const { store } = BinaryDataService.prototype;
	let failed = 0;
	const spy = jest.spyOn(BinaryDataService.prototype, 'store').mockImplementation(async function (
		this: BinaryDataService,
		...how
	) {
		if (failed++ < times) throw new Error(message);
		return await store.apply(this, how);
	});
	return () => spy.mockRestore();
}

const pictures = async (more: Partial<RunNodeOptions> = {}) =>
	await world.run({
		node: new InferenceImage(),
		items: Array.from({ length: ITEMS }, (_, n) => ({ json: { n } })),
		parameters: { resource: 'image', operation: 'generate', prompt: '={{ "Draw " + $json.n }}' },
		binaryMode: 'filesystem',
		...more,
	});

it.each([
	['with On Error: Continue', 'continueRegularOutput' as const],
	['with On Error: Stop', undefined],
])('a full disk ends the run %s: no more is paid for than was in flight', async (_what, mode) => {
	failStore('ENOSPC: no space left on device, write');
	const {
		items = [],
		error,
		customData,
		outputs,
	} = await pictures(mode === undefined ? {} : { continueOnFail: mode }).then((result) => ({
		...result,
		items: result.outputs[0],
	}));
	expect(charges()).toBe(5);
	expect(world.waited).toBeGreaterThanOrEqual(13_000);
	const charged = Number(customData.inferenceCostUsd);
	expect(charged).toBeCloseTo(world.spent, 6);
	if (mode === undefined) {
		expect(outputs).toEqual([]);
		expect(error?.message).toMatch(
			/^The disk of n8n is full, so the file is lost; the call was charged/,
		);
		expect(error?.description).toMatch(
			/^This item was charged [\d.]+ USD\. Free space, turn on Resend After a Lost Response/,
		);
		expect(error?.description).toContain('Nothing more was sent; 35 items remain.');
		return;
	}
	const said = items.map(({ json }) => String(json.error));
	expect(said.filter((one) => one.startsWith('The disk of n8n is full'))).toHaveLength(5);
	expect(said.filter((one) => /^(Not sent|Skipped)/.test(one))).toHaveLength(35);
});

it('a retry sends what was not sent, once lost answers may be sent again', async () => {
	const restore = failStore('ENOSPC: no space left on device, write');
	const items = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ json: { n } }));
	const { keptData } = await pictures({ items });
	restore();
	const parameters = {
		...{ resource: 'image', operation: 'generate', prompt: '={{ "Draw " + $json.n }}' },
		options: { retriesAndLimits: { sendAgainAfterLostAnswer: true } },
	};
	const again = { items, keptData, parameters, mode: 'retry', executionId: 'again' } as const;
	expect((await pictures(again)).items).toHaveLength(8);
	expect(charges()).toBe(8 + 5);
});

it('a disk that has room again within seconds costs nothing', async () => {
	failStore('ENOSPC: no space left on device, write', 2);
	const { items } = await pictures({ items: [{ json: { n: 1 } }] });
	expect(items).toHaveLength(1);
	expect(charges()).toBe(1);
	expect(world.waited).toBe(4_000);
});

it('a retry does not pay for the lost file again, and says that it was charged', async () => {
	const speak = async (more: Partial<RunNodeOptions> = {}) =>
		await world.run({
			node: new InferenceAudio(),
			parameters: { resource: 'speech', operation: 'generate', text: 'Good morning' },
			binaryMode: 'filesystem',
			...more,
		});
	const restore = failStore('EDQUOT: disk quota exceeded, write');
	const { keptData } = await speak();
	restore();
	const { error } = await speak({ keptData, mode: 'retry', executionId: 'retry' });
	expect(error?.message).toContain('the call was charged');
	expect(error?.description).toContain('Resend After a Lost Response');
	expect(charges()).toBe(1);
});

it.each([
	'ENOSPC',
	'EDQUOT',
	'SQLITE_FULL',
	'no space left on device',
	'Disk quota exceeded',
	'database or disk is full',
	'could not extend file "base/16384/2613"',
])('a full disk is known by "%s"', (words) => {
	const answer = { headers: {}, namePrefix: '', body: undefined, charge: 'possible' } as const;
	const { facts } = fileNotStoredFailure(answer, new Error(`Write failed: ${words}`));
	expect(facts).toMatchObject({ code: STORE_FAILED, charge: 'certain' });
});
