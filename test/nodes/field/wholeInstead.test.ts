import { whole } from '../../fixtures/field/wire';
import { withService } from '../withService';
import { type Path, runPath } from './paths';
import { type Asked, Player, type Reply } from './player';

const world = withService();
const player = new Player(() => world.service.url);

const paths: Path[] = ['chatStream', 'chatLive', 'lmInvokeStream', 'lmStream'];
const refused = (status: number, message: string): Reply => ({
	status,
	pieces: [JSON.stringify({ error: { message, code: 'refused' } })],
});

/** How services refuse what the node asks for by default. */
const REFUSALS: Record<string, (asked: Asked) => Reply | undefined> = {
	'its options': ({ body }) =>
		body.stream_options ? refused(400, "Unknown parameter: 'stream_options'.") : undefined,
	'an option of theirs with 422': ({ body }) =>
		body.stream_options ? refused(422, 'Unsupported parameter: stream_options') : undefined,
	'an option of theirs, in the form of a framework': ({ body }) => {
		const loc = ['body', 'stream_options'];
		const detail = [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }];
		const reply = { status: 422, pieces: [JSON.stringify({ detail })] };
		return body.stream_options ? reply : undefined;
	},
	'chunks to this account': ({ body }) =>
		body.stream ? refused(400, 'Verify your account to stream this model.') : undefined,
	'chunks of this model': ({ body }) =>
		body.stream ? refused(422, 'Streaming is not supported for this model') : undefined,
	'tools beside chunks': ({ body }) =>
		body.stream ? refused(500, 'Cannot use tools with stream') : undefined,
};

describe.each(Object.entries(REFUSALS))('a service that refuses %s', (_what, refusal) => {
	it.each(paths)('answers whole on the path %s, and is asked so from then on', async (path) => {
		player.asked.length = 0;
		player.reply = (asked) => refusal(asked) ?? { pieces: [whole({ content: 'Hi' })] };
		const access = world.accessWith({ baseUrl: `${player.url}/${path}${_what.length}` });
		expect(await runPath(world, access, path)).toMatchObject({ text: 'Hi' });
		expect(await runPath(world, access, path)).toMatchObject({ text: 'Hi' });
		expect(player.asked.map(({ body }) => body.stream ?? false)).toEqual([true, false, false]);
		expect(player.asked[1]?.body).not.toHaveProperty('stream_options');
	});
});

it.each([
	['another refusal', refused(400, 'The prompt is too long')],
	['words about something else', refused(400, 'The upstream model refused')],
])('%s is not asked again', async (_what, reply) => {
	player.asked.length = 0;
	player.reply = () => reply;
	const access = world.accessWith({ baseUrl: `${player.url}/${_what.length}` });
	expect((await runPath(world, access, 'chatStream')).error).toBeDefined();
	expect(player.asked).toHaveLength(1);
});
