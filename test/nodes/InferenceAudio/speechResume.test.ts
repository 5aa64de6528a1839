import type { IDataObject } from 'n8n-workflow';

import { splitText } from '../../../lib/speech/speechText';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { until } from '../../engine/until';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';
import { longText } from './speechText';

const world = withService();
const node = new InferenceAudio();
const text = longText(4);
const texts = splitText(text, 4096);
const path = '/audio/speech';
const inputs = () => world.service.requests(path).map(({ body }) => (body as IDataObject).input);
const wav = (part: string) => spoken(part, 'wav', { speed: 4, sampleRate: 24_000 });
const whole = Buffer.concat(texts.map((part) => wav(part).subarray(44)));
const retryOnFail = { maxTries: 3 };
const speak = async (more: Partial<RunNodeOptions> = {}) =>
	await world.run({
		node,
		binaryMode: 'filesystem',
		parameters: { text, options: { outputFormat: 'wav', speed: 4 } },
		...more,
	});

/** The third request of the run is answered so, the first two as usual. */
function failThird(fault: Omit<Parameters<typeof world.service.fault>[0], 'path'>, before = 2) {
	world.service.fault({ path, delayMs: 1, times: before });
	world.service.fault({ path, ...fault });
}

it('tries a busy service again for one part alone', async () => {
	failThird({ status: 503, times: 2 });
	const { item } = await speak();
	expect(inputs()).toEqual([texts[0], texts[1], texts[2], texts[2], texts[2], texts[3]]);
	expect(world.service.ledger).toHaveLength(4);
	expect((await binaryBuffer(item.binary?.data)).subarray(44).equals(whole)).toBe(true);
});

it('says which part failed, and that what was made is kept', async () => {
	failThird({ status: 400, body: { error: 'Not this text' } });
	const { error, outputs } = await speak();
	expect(error?.message).toBe(
		'Part 3 of 4 was not made: The service does not accept these values: Not this text',
	);
	expect(error?.description).toContain('continues at part 3 and pays nothing twice');
	expect(error?.context).toMatchObject({
		parts: 4,
		partsMade: 2,
		complete: false,
		requestIds: [expect.any(String), expect.any(String)],
		remainingCharacters: texts.slice(2).join('').length,
	});
	expect(outputs.flat()).toEqual([]);
	expect(inputs()).toEqual(texts.slice(0, 3));
});

describe.each(['filesystem', 'memory'] as const)(
	'with Retry On Fail, files in %s',
	(binaryMode) => {
		it('goes on at the failed part and pays nothing twice', async () => {
			failThird({ status: 400, body: { error: 'Not now' } });
			const { item } = await speak({ retryOnFail, binaryMode });
			expect(inputs()).toEqual([texts[0], texts[1], texts[2], texts[2], texts[3]]);
			expect(world.service.ledger).toHaveLength(4);
			expect((await binaryBuffer(item.binary?.data)).subarray(44).equals(whole)).toBe(true);
			const ids = world.service.requests(path).length;
			expect([item.json.parts, ids]).toEqual([4, 5]);
			expect(new Set(item.json.requestIds as string[]).size).toBe(4);
		});

		it('does not send a part again whose file ended early, since it may have been charged', async () => {
			failThird({ cut: 'midway' });
			const { error } = await speak({ retryOnFail, binaryMode });
			expect(error?.message).toMatch(/^Part 3 of 4 was not made: .*may have been charged/);
			expect(error?.description).toContain('It was not sent again');
			expect(inputs()).toEqual(texts.slice(0, 3));
		});
	},
);

it('makes no part of a finished item again because another item failed', async () => {
	world.service.fault({ path, delayMs: 1, times: 6 });
	world.service.fault({ path, status: 400, body: { error: 'Not now' } });
	const { items } = await speak({
		retryOnFail,
		items: [{ json: {} }, { json: {} }],
		parameters: {
			text,
			options: { outputFormat: 'wav', speed: 4, retriesAndLimits: { maxConcurrentRequests: 1 } },
		},
	});
	expect(items).toHaveLength(2);
	expect(world.service.ledger).toHaveLength(8);
	expect(world.service.requests(path)).toHaveLength(9);
});

it('returns the files and the remaining text with the error of a node that continues', async () => {
	failThird({ status: 400, body: { error: 'Not this text' } });
	const { items, outputs } = await speak({ continueOnFail: 'continueErrorOutput' });
	expect(items).toEqual([]);
	const [item, ...others] = outputs[1] ?? [];
	expect(others).toEqual([]);
	expect(item?.json.error).toBe(
		'Part 3 of 4 was not made: The service does not accept these values: Not this text. The 2 files made are in data_1 to data_2, the text that is left in data_text_left',
	);
	expect(Object.keys(item?.binary ?? {}).sort()).toEqual(['data_1', 'data_2', 'data_text_left']);
	expect((await binaryBuffer(item?.binary?.data_2)).equals(wav(texts[1] ?? ''))).toBe(true);
	expect(String(await binaryBuffer(item?.binary?.data_text_left))).toBe(
		texts.slice(2).join('\n\n'),
	);
});

it('sends nothing more of the run when the money is gone, and returns what was made', async () => {
	failThird({ status: 402, body: { error: 'Insufficient balance' } });
	const { item, items } = await speak({
		continueOnFail: 'continueRegularOutput',
		items: [{ json: {} }, { json: {} }],
		parameters: {
			text,
			options: { outputFormat: 'wav', speed: 4, retriesAndLimits: { maxConcurrentRequests: 1 } },
		},
	});
	expect(world.service.requests(path)).toHaveLength(3);
	expect(Object.keys(item.binary ?? {})).toContain('data_2');
	expect(items[1]?.json.error).toMatch(/Skipped after an earlier item was refused/);
});

it('ends at once when the execution is stopped between two parts', async () => {
	world.service.fault({ path, delayMs: 1, times: 2 });
	// Longer than a test may take.
	world.service.fault({ path, delayMs: 600_000 });
	const third = until(() => world.service.requests(path).length === 3);
	const { status } = await speak({ abortOn: third });
	expect(status).toBe('canceled');
	expect(world.service.requests(path)).toHaveLength(3);
});
