import { Readable } from 'node:stream';
import { AnswerAssembler } from '../../../lib/chat/assembler';
import { textPieces } from '../../../lib/chat/textPieces';

test('the pieces are the text of the first choice only', async () => {
	const chunk = (index: unknown, content: unknown) => ({
		choices: [{ index, delta: { content } }],
	});
	const chunks = [
		chunk(0, 'a'),
		chunk(1, 'b'),
		chunk(0, null),
		{ choices: [] },
		{},
		chunk(0, 'c'),
		chunk('0', 'd'),
		...[0, 1].map((index) => ({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })),
	];
	const events = [...chunks.map((one) => JSON.stringify(one)), '[DONE]'];
	const body = Readable.from(events.map((data) => Buffer.from(`data: ${data}\n\n`)));
	const pieces: string[] = [];
	const answer = { body, headers: {}, namePrefix: 'service' };
	for await (const piece of textPieces(answer, new AnswerAssembler())) pieces.push(piece);
	expect(pieces).toEqual(['a', 'c', 'd']);
});
