import { ServiceFailure } from '../../../lib/core/failure';
import { unfinishedItemFailure } from '../../../lib/speech/unfinishedFailure';
import type { SpokenPart } from '../../../lib/speech/joinSpeech';
import type { Item } from '../../../lib/run/item';

const helpers = { createBinarySignedUrl: () => 'https://n8n.example/file' };
const item = {
	context: { continueOnFail: () => false, helpers } as unknown,
	savedAnswers: { keepsAnswers: true },
} as Item;
const made: SpokenPart[] = [
	{ json: { requestId: 'a' }, binary: { data: '', mimeType: 'audio/wav' } },
];

test.each([
	['Enter less.', ' Enter less.'],
	[undefined, ''],
])('what is kept stands before the cure %j of a failure', async (cure, rest) => {
	const failure = new ServiceFailure('No', { kind: 'refused', cure });
	const unfinished = { message: 'Part 2 was not made: No', details: {}, next: 'part 2' };
	const { facts } = await unfinishedItemFailure(item, failure, made, unfinished);
	expect(facts.cure).toBe(
		`What was made is kept: Retry On Fail, or Retry in the list of executions, continues at part 2 and pays nothing twice.${rest}`,
	);
	expect(facts.details).toMatchObject({ partsMade: 1, complete: false, requestIds: ['a'] });
});

test('a failure of the input promises nothing of a retry, and links to what was made', async () => {
	const stored = made.map((part) => ({ ...part, binary: { ...part.binary, id: 'b' } }));
	const failure = new ServiceFailure('No', { kind: 'input', cure: 'Enter less.' });
	const unfinished = { message: 'Part 2 was not made: No', details: {}, next: 'part 2' };
	const failed = unfinishedItemFailure(item, failure, stored, unfinished);
	const { cure } = (await failed).facts;
	expect(cure).toMatch(/^Enter less\. A retry with the same input .* ends in the same way\. Links/);
	expect(cure).toContain('https://n8n.example/file');
	expect(cure).not.toContain('continues at');
});
