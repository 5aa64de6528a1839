import type { IDataObject } from 'n8n-workflow';

import { omitKeys } from '../../../lib/core/record';
import { ANSWER_FIELDS } from '../../lib/chat/answerFields';
import { chunksWith, wholeWith } from '../../lib/chat/fieldAnswers';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { runPath, type Path } from './paths';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);

const USAGE = { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } };

/** The item or message of an answer that comes whole, or in chunks. */
async function outcome(field: (typeof ANSWER_FIELDS)[number], path: Path, parameters: object) {
	player.reply = ({ body }) => {
		const chunks = chunksWith(field).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
		const isCounted = field.path.startsWith('usage');
		const usage = isCounted ? [] : [`data: ${JSON.stringify({ choices: [], ...USAGE })}\n\n`];
		return body.stream === true
			? { pieces: [...chunks, ...usage, 'data: [DONE]\n\n'], type: 'text/event-stream' }
			: { pieces: [JSON.stringify({ ...(isCounted ? {} : USAGE), ...wholeWith(field) })] };
	};
	const access = world.accessWith({ baseUrl: player.url });
	const found = await runPath(world, access, path, parameters as IDataObject as never);
	const { shown, ...rest } = found;
	return { rest, shown };
}

describe.each(ANSWER_FIELDS)('an answer with $path', (field) => {
	// The fields take turns.
	it.each(sample([{ simplify: true }, { simplify: false }], 2, ANSWER_FIELDS.indexOf(field)))(
		'is the same item whole and in chunks, with %j',
		async (parameters) => {
			const whole = await outcome(field, 'chat', parameters);
			expect(whole.rest.error).toBeUndefined();
			const streamed = await outcome(
				field,
				parameters.simplify ? 'chatLive' : 'chatStream',
				parameters,
			);
			expect(streamed.rest).toEqual(whole.rest);
			if (parameters.simplify) expect(streamed.shown).toBe(whole.rest.text);
		},
	);

	it('is the same message for an agent whole and in chunks', async () => {
		const message = async (path: Path) => {
			const { rest } = await outcome(field, path, {});
			// LangChain adds these to the answer of a model that is not streamed.
			const { id, ...whole } = omitKeys(rest.whole ?? {}, 'tokenUsage');
			return { ...rest, whole: { ...whole, ...(id === '' ? {} : { id }) } };
		};
		const whole = await message('lmInvoke');
		expect(whole.error).toBeUndefined();
		expect(await message('lmInvokeStream')).toEqual(whole);
		expect(await message('lmStream')).toEqual(whole);
	});
});
