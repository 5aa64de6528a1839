import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, calls, flow } from '../flow.mjs';
import { forgetWords, learnWords } from '../hearing.mjs';
import { filesFolder } from '../n8n.mjs';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

const path = '/audio/transcriptions';

/** What one request may hold. */
const mostBytes = 25_000_000;

/** A little more than that, as the WAV file of the synthesizer. */
const seconds = 14 * 60;

/** @param {string} fileName @param {number} partLength in minutes */
const recordingFlow = (fileName, partLength) =>
	flow(`Long recording: ${fileName}`, [
		{
			name: 'Read File',
			type: 'n8n-nodes-base.readWriteFile',
			parameters: { fileSelector: `.n8n-files/${fileName}` },
		},
		...calls('inferenceAudio', [
			[
				'Transcribe',
				'recording:transcribe',
				{ model: byId('asr-words'), outputAs: 'srt', options: { partLength } },
				'Read File',
			],
		]),
	]);

/**
 * Recordings that are too large for one request: split, heard in parts, and put together again.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkLongRecording(scene) {
	const { check } = scene;
	const speak = await learnWords();
	await check('long recording: every word once, subtitles, and a charge per part', async () => {
		const { json, booked, ends } = await transcribed(scene, 'lecture.wav', speak.wav(seconds), 5);
		const usd = booked.reduce((sum, { usd: one }) => sum + one, 0);
		assert.ok(Math.abs(json.cost.amount - usd) < 1e-6, `${json.cost.amount} and not ${usd}`);
		assert.ok(seconds - Number(ends.at(-1)) < 10, 'the times are those of the whole recording');
	});
	await check('long recording in M4A: split into AAC files, every word once', async () => {
		const speech = speak.m4a(mostBytes);
		const { sent } = await transcribed(scene, 'lecture.m4a', speech, 15);
		assert.ok(sent.every(({ files }) => /^part-\d+\.aac$/.test(files[0].fileName)));
	});
	await check('long recording in Ogg Vorbis: split into Ogg files, every word once', async () => {
		const speech = speak.vorbis(mostBytes);
		const { sent } = await transcribed(scene, 'lecture.ogg', speech, 15);
		assert.ok(sent.every(({ files }) => /^part-\d+\.ogg$/.test(files[0].fileName)));
	});
	forgetWords();
}

/**
 * Transcribes a recording in n8n, and compares the transcript, its subtitles and the charges with what was said and sent.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {string} fileName
 * @param {import('../hearing.mjs').Speech} speech
 * @param {number} partLength in minutes
 */
async function transcribed(scene, fileName, { file, text }, partLength) {
	const { service, home, rest } = scene;
	assert.ok(file.length > mostBytes, `the recording has ${file.length} bytes only`);
	mkdirSync(filesFolder(home), { recursive: true });
	writeFileSync(join(filesFolder(home), fileName), file);
	const [requests, charges] = [service.requests(path).length, service.ledger.length];

	const execution = await play(scene, recordingFlow(fileName, partLength));
	const [{ json, binary }, ...others] = itemsOf(execution, 'Transcribe');
	assert.deepEqual(others, []);
	assert.equal(json.text, text);
	const sent = service.requests(path).slice(requests);
	assert.equal(json.parts, sent.length);
	assert.ok(sent.length >= 3, `it was sent in ${sent.length} parts`);
	assert.ok(sent.every(({ files }) => files[0].bytes <= mostBytes));
	const booked = service.ledger.slice(charges);
	assert.equal(booked.length, sent.length);

	const subtitles = (await rest.binary(binary?.data.id)).toString('utf8');
	assert.match(subtitles, /^1\r?\n00:00:0\d,\d{3} --> /);
	const spoken = subtitles
		.split(/\r?\n/)
		.filter((line) => line !== '' && !/^\d+$|-->/.test(line))
		.join(' ');
	assert.equal(spoken, text);
	const ends = [...subtitles.matchAll(/--> (\d\d):(\d\d):(\d\d)/g)].map(
		([, hours, minutes, rest]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
	);
	return { json, sent, booked, ends };
}
