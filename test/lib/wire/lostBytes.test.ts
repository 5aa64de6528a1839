import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { decodeBody } from '../../../lib/core/decodeBody';
import { queuedJob } from '../../../lib/run/jobs/queuedJob';
import { readText } from '../../../lib/speech/transcription/readText';

const answerOf = (body: unknown, type: string) => ({
	body,
	headers: { 'content-type': type },
	namePrefix: 'service',
	charge: 'possible' as const,
});
const damaged = (text: string) => Buffer.from(text.replace('#', '\xff'), 'latin1');
const read = async (body: Buffer) =>
	await readText.call({} as IExecuteSingleFunctions, answerOf(body, 'text/plain'));

it('a plain text whose bytes are not valid UTF-8 is marked', async () => {
	expect(await read(damaged('Hello #'))).toEqual([
		{ json: { text: 'Hello \uFFFD', unreadTexts: ['text'] } },
	]);
	expect(await read(Buffer.from('Hello \uFFFD'))).toEqual([{ json: { text: 'Hello \uFFFD' } }]);
});

it('a job is not taken by an ID whose bytes were lost', () => {
	const body = decodeBody(damaged('{"queue_id":"a#b","model":"m"}'));
	expect(() => queuedJob(answerOf(body, 'application/json'), 'm')).toThrow(
		'The answer of the service is not complete: "queue_id" cannot be used',
	);
});
