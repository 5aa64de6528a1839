import { withService } from '../withService';
import { runPath } from './paths';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);

const UNKNOWN = "Unknown key(s): 'stream_options'";

describe.each<[string, number, unknown, string]>([
	[
		'a list of errors',
		400,
		{
			error: [{ code: 'unrecognized_keys', keys: ['stream_options'], path: [], message: UNKNOWN }],
		},
		UNKNOWN,
	],
	[
		'a list of details',
		422,
		{ detail: [{ type: 'enum', loc: ['body', 'top_k'], msg: 'Must be at least 1', input: 0 }] },
		'top_k: Must be at least 1',
	],
	[
		'a bare list',
		400,
		[{ error: { code: 400, message: 'The name of a function is not valid', status: 'INVALID' } }],
		'The name of a function is not valid',
	],
	[
		'errors in errors',
		400,
		{ error: { error: { message: 'The prompt is too long' } } },
		'The prompt is too long',
	],
	['a list of texts', 400, { errors: ['The prompt is too long'] }, 'The prompt is too long'],
	['a fault', 400, { fault: { faultstring: 'The prompt is too long' } }, 'The prompt is too long'],
	[
		'a frame with a code',
		400,
		{ base_resp: { status_code: 2013, status_msg: 'The prompt is too long' } },
		'The prompt is too long',
	],
	['a reason', 400, { reason: 'The prompt is too long' }, 'The prompt is too long'],
	[
		'fields with their errors',
		400,
		{ error: { formErrors: [], fieldErrors: { top_k: ['Must be at least 1'] } } },
		'top_k: Must be at least 1',
	],
	['a text', 400, { error: 'The prompt is too long' }, 'The prompt is too long'],
	[
		'what the provider behind it said',
		400,
		{
			error: {
				message: 'Provider returned error',
				metadata: { raw: '{"error":{"message":"The prompt is too long"}}' },
			},
		},
		'The prompt is too long',
	],
])('the words of a refusal in the form of %s', (_form, status, body, words) => {
	it.each(['chat', 'chatStream', 'lmInvoke', 'lmStream'] as const)(
		'are shown on the path %s',
		async (path) => {
			player.reply = () => ({ status, pieces: [JSON.stringify(body)] });
			const { error } = await runPath(world, world.accessWith({ baseUrl: player.url }), path);
			expect(error).toContain(words);
			expect(error).not.toContain('Base URL');
			const namesFields = words.startsWith('top_k');
			expect(error?.includes('the fields named')).toBe(namesFields && status === 400);
		},
	);
});

it.each([
	['{}', 'Try again later'],
	['[]', 'Try again later'],
	['', 'check the Base URL'],
])('an answer %j says no more than it does', async (body, cure) => {
	player.reply = () => ({ status: 418, pieces: [body] });
	const { error } = await runPath(world, world.accessWith({ baseUrl: player.url }), 'chat');
	expect(error).toContain(cure);
	if (body !== '') expect(error).not.toContain('Base URL');
});
