import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { rounds } from '../../rounds';
import { withService } from '../withService';
import { longText } from './speechText';

const world = withService();
const runAudio = world.runner(new InferenceAudio());
const path = '/audio/speech';
const speak = async (text: string, more = {}) =>
	await runAudio({ text }, { binaryMode: 'filesystem', ...more });
const inputs = () =>
	world.service.requests(path).map(({ body }) => String((body as IDataObject).input));

describe('odd texts', () => {
	it.each([
		['spaces', ' '.repeat(5_000)],
		['few spaces', '   '],
		['line breaks', '\n\t\u3000'.repeat(3_000)],
	])('refuses nothing but %s', async (_what, text) => {
		const { error } = await speak(text);
		expect(error?.message).toBe('Text must not be empty');
		expect(world.service.journal).toEqual([]);
	});

	it('refuses a character without an end before anything is sent, for any item', async () => {
		const { error } = await runAudio(
			{ text: '={{ $json.text }}' },
			{ items: [{ json: { text: 'Fine' } }, { json: { text: `e${'\u0301'.repeat(6_000)}` } }] },
		);
		expect(error?.message).toMatch(/^Text cannot be split: One character .* \[item 2 of \d\]$/);
		expect(world.service.journal).toEqual([]);
	});

	it.each([
		['one endless word', 'a'.repeat(4_200)],
		['emoji that must not be cut', '👩‍👩‍👧‍👦'.repeat(400)],
		['a script from right to left', 'ذهب القطار في الظهر. '.repeat(250)],
		['a script without spaces', '列车中午出发。没有人知道它去哪里。'.repeat(260)],
		['halves of characters', '\ud83d'.repeat(4_200)],
	])('speaks all of %s', async (_what, text) => {
		const { error } = await speak(text);
		expect(error).toBeUndefined();
		expect(inputs().length).toBeGreaterThan(1);
		for (const input of inputs()) expect(input.length).toBeLessThanOrEqual(4096);
		const together = (of: string) => of.replace(/\s/g, '');
		if (!text.startsWith('\ud83d\ud83d')) {
			expect(together(inputs().join(''))).toBe(together(text));
		}
	});

	it('speaks many of the hundred thousand characters that are allowed, and refuses one more', async () => {
		const text = 'The train leaves at noon. '.repeat(4_000).slice(0, rounds(12_000, 100_000));
		const { outputs, error } = await speak(text);
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ joined: true });
		expect(inputs().join(' ').length).toBeLessThanOrEqual(text.length);
		expect(world.service.ledger).toHaveLength(inputs().length);
		const { error: refused } = await speak('x'.repeat(100_001));
		expect(refused?.message).toMatch(/at most 100000 characters, but 100001 were given/);
	});
});

describe('a part that fails at the end', () => {
	it('keeps what was made although the text that is left cannot be stored', async () => {
		world.service.fault({ path, delayMs: 1, times: 2 });
		world.service.fault({ path, status: 400, body: { error: 'Not this text' } });
		const service = Container.get(BinaryDataService);
		const run = speak(longText(3), { continueOnFail: 'continueErrorOutput' });
		const { store } = service;
		const spy = jest.spyOn(service, 'store').mockImplementation(async (place, content, binary) => {
			if (binary.fileName === 'text-left.txt') throw new Error('ENOSPC: no space left');
			return await store.call(service, place, content, binary);
		});
		const { outputs } = await run;
		spy.mockRestore();
		const [item] = outputs[1] ?? [];
		expect(item?.json.error).toMatch(
			/^Part 3 of 3 was not made: .*The 2 files made are in data_1 to data_2$/,
		);
		expect(Object.keys(item?.binary ?? {})).toEqual(['data_1', 'data_2']);
		expect(world.service.ledger).toHaveLength(2);
	});
});

describe('executions one after another', () => {
	it('take nothing from each other', async () => {
		const texts = [longText(2), `${longText(2)} And so on.`];
		const speeds = [1, 2];
		for (const text of texts) {
			for (const speed of speeds) {
				world.service.fault({ path, delayMs: 1 });
				world.service.fault({ path, status: 400, body: { error: 'Not now' } });
				const { error } = await runAudio(
					{ text, options: { speed } },
					{ binaryMode: 'filesystem', retryOnFail: { maxTries: 2 } },
				);
				expect(error).toBeUndefined();
			}
		}
		const asked = world.service.requests(path).map(({ body, status }) => ({ body, status }));
		const paid = asked.filter(({ status }) => status === 200).map(({ body }) => body);
		expect(new Set(paid.map((body) => JSON.stringify(body))).size).toBe(6);
		expect(world.service.ledger).toHaveLength(8);
	});
});
