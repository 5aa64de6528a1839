import { ROOTS } from '../../../lib/privacy/enclave/question';
import { keptCollateral } from '../../../lib/privacy/collateralSource';
import { keptAttestations } from '../../../lib/privacy/sendEncrypted';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { TEST_ROOTS } from '../../service/enclave/roots';
import type { EnclaveSwitches } from '../../service/enclave/switches';
import type { JournalEntry } from '../../service/service';
import { withService } from '../withService';

const world = withService();
const node = new InferenceChat();
const real = { ...ROOTS };
const PROMPT = 'The patient in room 7 has measles';
const model = (value: string) => ({ __rl: true, mode: 'id', value });
const action = {
	operation: 'complete',
	model: model('e2ee-private'),
	prompt: PROMPT,
};

beforeEach(() => {
	keptCollateral.clear();
	keptAttestations.clear();
	Object.assign(ROOTS, TEST_ROOTS);
});
afterEach(() => void Object.assign(ROOTS, real));

const chat = async (
	parameters: Record<string, unknown> & { options?: object } = {},
	run: object = {},
) => {
	const collateralUrl = new URL(world.service.url).origin;
	const options = { privacy: { encryption: 'required' }, ...parameters.options };
	const given = { node, parameters: { ...action, ...parameters, options }, ...run };
	const result = await world.run({ ...given, ...world.accessWith({ collateralUrl }) });
	return { ...result, json: result.outputs[0]?.[0]?.json };
};

/** Everything that reached the service. */
const sent = () => JSON.stringify(world.service.journal);
const calls = () => world.service.requests('/chat/completions');

test('encrypts every message, and returns the decrypted answer with the proof', async () => {
	const { json, error } = await chat({ systemPrompt: 'You are a doctor' });
	expect(error).toBeUndefined();
	expect(json).toMatchObject({
		text: expect.stringContaining(PROMPT),
		finishReason: 'stop',
		model: 'e2ee-private',
		attestation: {
			verified: true,
			program: 'not pinned',
			programNote: expect.stringMatching(/^Any program in a genuine enclave is accepted/),
			tcbStatus: 'UpToDate',
			model: 'e2ee-private',
		},
	});
	expect(json?.cost).toMatchObject({ currency: 'USD' });
	expect(world.service.ledger).toHaveLength(1);
	expect(sent()).not.toContain('measles');
	expect(sent()).not.toContain('doctor');
	const [call] = calls();
	const { body, headers = {} }: Partial<JournalEntry> = call ?? {};
	expect(body).toMatchObject({
		stream: true,
		stream_options: { include_usage: true },
		acme_parameters: {
			enable_e2ee: true,
			enable_web_search: 'off',
			include_acme_system_prompt: false,
		},
		messages: [
			{ role: 'system', content: expect.stringMatching(/^04[0-9a-f]{184,}$/) },
			{ role: 'user', content: expect.stringMatching(/^04[0-9a-f]{184,}$/) },
		],
	});
	expect(headers['x-acme-tee-signing-algo']).toBe('ecdsa');
	expect(JSON.stringify(json)).not.toContain(headers['x-acme-tee-client-pub-key']);
});

test('reads the reasoning, and keeps a text that only looks like a list as it is', async () => {
	const { json } = await chat({ model: model('e2ee-thinker'), prompt: '["a", "measles"]' });
	expect(json?.text).toContain('["a", "measles"]');
	expect(json?.reasoning).toContain('echo');
	expect(sent()).not.toContain('measles');
});

test.each(['dstack', 'aci'] as const)(
	'verifies once for many items, with a key for each: %s',
	async (form) => {
		world.service.enclave({ form });
		const items = ['one', 'two', 'three'].map((word) => ({ json: { word } }));
		const { outputs, error } = await chat({ prompt: '={{ $json.word }} measles' }, { items });
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(3);
		const keys = calls().map(({ headers }) => headers['x-acme-tee-client-pub-key']);
		expect(new Set(keys).size).toBe(3);
		expect(world.service.requests('/tee/attestation')).toHaveLength(1);
	},
);

describe('sends nothing', () => {
	test.each<[string, EnclaveSwitches]>([
		['Nonce', { attestation: 'staleNonce' }],
		['Key', { attestation: 'swappedKey' }],
		['GPU Reports', { attestation: 'noGpu' }],
		['Evidence', { attestation: 'thirdForm' }],
		['Revocation Lists', { collateral: { revoked: 'platform' } }],
		['TCB Status', { collateral: { status: 'OutOfDate' } }],
	])('nothing is sent when %s does not hold: %j', async (check, switches) => {
		world.service.enclave(switches);
		const { error, outputs } = await chat();
		expect(error?.message).toContain(
			'Nothing was sent: the enclave of the model "e2ee-private" could not be verified',
		);
		expect(error?.message).toContain(`(${check}: expected`);
		expect(error?.description).toContain('Inference Models > Enclave > Verify');
		expect([outputs.flat(), calls(), world.service.ledger]).toEqual([[], [], []]);
	});

	test.each<[Record<string, unknown>, string, EnclaveSwitches?]>([
		[
			{ model: model('text-basic') },
			'Encryption is Required, but the model "text-basic" does not support it',
		],
		[
			{ model: model('e2ee-unknown') },
			'Encryption is Required, but the model "e2ee-unknown" does not support it',
		],
		[
			{},
			'Nothing was sent: Encryption is Required, but the list of models could not be loaded',
			{ noModels: true },
		],
	])('no model without encryption is asked: %j', async (parameters, sentence, switches = {}) => {
		world.service.enclave(switches);
		const { error } = await chat(parameters);
		expect(error?.message).toContain(sentence);
		expect(calls()).toEqual([]);
	});

	const tool = { type: 'function', function: { name: 'f' } };
	const user = (extra: object) => ({
		input: 'json',
		messagesJson: JSON.stringify([{ role: 'user', content: 'a', ...extra }]),
	});

	test.each<[Record<string, unknown>, string]>([
		[{ options: { toolCalling: { tools: JSON.stringify([tool]) } } }, 'Tools cannot be encrypted'],
		[{ responseFormat: 'json_object' }, 'Response Format cannot be encrypted'],
		[{ options: { webSearch: { enableWebSearch: 'on' } } }, 'Web Search cannot be encrypted'],
		[{ options: { webSearch: { enableWebScraping: true } } }, 'Web Scraping cannot be encrypted'],
		[
			{ model: model('e2ee-private:enable_web_search=on') },
			'the feature suffix of the model "e2ee-private:enable_web_search=on" cannot be encrypted',
		],
		[{ options: { advanced: { user: 'anna' } } }, 'User cannot be encrypted'],
		[{ options: { stop: 'measles' } }, 'Stop Sequences cannot be encrypted'],
		[
			{
				options: {
					attachments: {
						attachment: [
							{ kind: 'image', fileSource: 'url', fileUrl: 'https://example.com/a.png' },
						],
					},
				},
			},
			'the attachment of message 1 cannot be encrypted',
		],
		[user({ name: 'anna' }), '"name" of message 1 cannot be encrypted'],
		[
			user({ role: 'assistant', tool_calls: [tool] }),
			'the tool call of message 1 cannot be encrypted',
		],
		[
			{ model: { __rl: true, mode: 'list', value: '' } },
			'Encryption is Required, so Model must not be empty',
		],
		[
			{ options: { privacy: { encryption: '={{ "Required" }}' } } },
			'Encryption must be one of off, required, but "Required" was given',
		],
		[{ options: { privacy: { encryption: '={{ undefined }}' } } }, 'Encryption must not be empty'],
	])('nothing is sent that would go in clear text: %j', async (parameters, sentence) => {
		const { error } = await chat(parameters);
		expect(error?.message).toContain(sentence);
		expect(world.service.journal).toEqual([]);
	});

	test('nothing is sent when another program is pinned', async () => {
		const { error } = await chat({
			options: {
				privacy: { encryption: 'required', enclave: { allowedPrograms: 'ab'.repeat(32) } },
			},
		});
		expect(error?.message).toContain('(Allowed Programs: expected');
		expect(calls()).toEqual([]);
	});
});

describe('tools inside messages', () => {
	const offered = (name: string) => ({
		type: 'function',
		function: {
			name,
			description: 'Looks up a patient',
			parameters: { type: 'object', properties: { ward: { type: 'string' } }, required: ['ward'] },
		},
	});
	const asked = (more: object = {}) => ({
		prompt: 'Call the tool for the patient with measles',
		options: {
			privacy: { encryption: 'required', enclave: { toolsInside: true } },
			toolCalling: {
				tools: JSON.stringify([offered('look_up')]),
				parallelToolCalls: false,
				...more,
			},
		},
	});

	test('no call of an answer that the content filter stopped is handed on', async () => {
		world.service.enclave({ calls: 'filtered' });
		const { json, error } = await chat(asked());
		expect(error?.message).toContain('so its call of "look_up" may not be run');
		expect(json).toBeUndefined();
	});

	test.each([undefined, 'fenced'] as const)('calls a function: %s', async (calls) => {
		world.service.enclave({ calls });
		const { json, error } = await chat(asked());
		expect(error).toBeUndefined();
		expect(json).toMatchObject({
			finishReason: 'stop',
			toolCalls: [{ name: 'look_up', arguments: { ward: expect.any(String) } }],
		});
		expect(json?.text ?? '').toBe(calls === 'fenced' ? 'I will look it up.' : '');
		for (const word of ['measles', 'look_up', 'ward', 'patient'])
			expect(sent()).not.toContain(word);
		expect(world.service.ledger).toHaveLength(1);
	});

	test('reads a call at the end of the answer, though every chunk has an end word that says nothing', async () => {
		world.service.enclave({ answer: 'blankEnds' });
		const { json, error } = await chat(asked());
		expect(error).toBeUndefined();
		expect(json).toMatchObject({ text: '', toolCalls: [{ name: 'look_up' }] });
	});

	test('answers in text where no function is needed', async () => {
		const { json } = await chat({ ...asked(), prompt: 'What are measles?' });
		expect(json).toMatchObject({ finishReason: 'stop', text: expect.stringContaining('measles') });
	});

	test('sends calls and results of earlier turns encrypted, too', async () => {
		const call = {
			id: 'c1',
			type: 'function',
			function: { name: 'look_up', arguments: '{"ward":"W7"}' },
		};
		const messages = [
			{ role: 'user', content: 'Call the tool' },
			{ role: 'assistant', content: null, tool_calls: [call] },
			{ role: 'tool', tool_call_id: 'c1', content: 'Bed 12' },
		];
		const { json, error } = await chat({
			...asked(),
			input: 'json',
			messagesJson: JSON.stringify(messages),
		});
		expect(error).toBeUndefined();
		expect(json?.text).toContain('Bed 12');
		for (const word of ['Bed 12', 'look_up', 'W7', 'tool_call']) expect(sent()).not.toContain(word);
	});

	test.each([
		['cut', 'it is not valid JSON'],
		['unknownFunction', 'it calls a function that was not offered'],
		['textArguments', 'the arguments of look_up are not a JSON object'],
		['hugeNumber', 'it has a number that cannot be read'],
	] as const)('uses no call that is %s', async (calls, why) => {
		world.service.enclave({ calls });
		const { error, outputs } = await chat(asked());
		expect(error?.message).toBe(
			`The model answered with a function call that cannot be used: ${why}; the call may have been charged`,
		);
		expect(outputs.flat()).toEqual([]);
		expect(world.service.ledger).toHaveLength(1);
	});

	test('still refuses a tool of the service', async () => {
		const tools = JSON.stringify([{ type: 'web_search' }]);
		const { error } = await chat(asked({ tools }));
		expect(error?.message).toContain('Tools cannot be encrypted');
		expect(world.service.journal).toEqual([]);
	});
});

describe('returns nothing', () => {
	test.each<[EnclaveSwitches['answer'], string, string?]>([
		['plainPiece', 'A piece of the answer was not encrypted'],
		['plainReasoning', 'A piece of the reasoning was not encrypted', 'e2ee-thinker'],
		['plainToolCall', 'The answer has a part "tool_calls" that was not encrypted'],
		['plainAnswer', 'The answer was not encrypted'],
		['notCiphertext', 'A piece of the answer is no encrypted value'],
		['otherSession', 'A piece of the answer was not encrypted to this call, or was changed'],
		['changedTag', 'A piece of the answer was not encrypted to this call, or was changed'],
		['noEnd', 'The encrypted answer ended before it was complete'],
		['noDone', 'The encrypted answer ended before it was complete'],
	])('no answer with %s is returned', async (answer, sentence, name = 'e2ee-private') => {
		world.service.enclave({ answer });
		const { error, outputs } = await chat({ model: model(name) });
		expect(error?.message).toBe(`${sentence}; the call may have been charged`);
		expect(error?.description).toContain('Nothing of the answer is returned');
		expect(JSON.stringify([error?.description, error?.context])).not.toContain('measles');
		expect(outputs.flat()).toEqual([]);
		expect(world.service.ledger).toHaveLength(1);
		expect(sent()).not.toContain('measles');
	});

	test('a model that refuses chunks is asked for nothing else, and the error says what to do', async () => {
		const refusal = { status: 400, body: { error: 'Streaming is not supported for this model' } };
		world.service.fault({ path: '/chat/completions', ...refusal });
		await chat({ options: { privacy: { encryption: 'off' } } });
		expect(calls().map(({ status }) => status)).toEqual([400, 200]);
		world.service.fault({ path: '/chat/completions', ...refusal });
		const { error } = await chat();
		expect(error?.message).toContain('Streaming is not supported for this model');
		expect(error?.description).toMatch(
			/^An encrypted answer can only come in chunks.* or set Encryption to Off/,
		);
		expect(calls().slice(2)).toMatchObject([{ status: 400, body: { stream: true } }]);
	});

	test('nothing is returned from a service that refuses the key again and again', async () => {
		world.service.enclave({ answer: 'keyRefusedAlways' });
		const { error } = await chat();
		expect(error?.message).toContain('E2EE decryption failed');
		expect(calls()).toHaveLength(2);
		expect(world.service.ledger).toEqual([]);
	});
});

test('verifies again when the enclave has another key, once', async () => {
	world.service.enclave({ answer: 'keyRefused' });
	const { json, error } = await chat();
	expect(error).toBeUndefined();
	expect(json?.text).toContain('measles');
	expect(world.service.requests('/tee/attestation')).toHaveLength(2);
	expect(world.service.ledger).toHaveLength(1);
});

test.each(['repeated', 'reordered'] as const)(
	'does not notice pieces that are %s, as docs/privacy.md says',
	async (answer) => {
		world.service.enclave({ answer });
		const { error } = await chat();
		expect(error).toBeUndefined();
	},
);

test('falls back only to models that can be encrypted to, each of them verified', async () => {
	world.service.fault({
		path: '/chat/completions',
		status: 503,
		body: { error: 'offline', code: 'MODEL_OFFLINE' },
	});
	const models = ['text-mini', 'e2ee-thinker'].map((name) => ({ model: model(name) }));
	const { json, error } = await chat({
		options: { fallback: { models: { model: models } }, retriesAndLimits: { maxWait: 0 } },
	});
	expect(error).toBeUndefined();
	expect(json).toMatchObject({
		model: 'e2ee-thinker',
		attestation: { model: 'e2ee-thinker', verified: true },
	});
	expect(world.service.requests('/tee/attestation').map(({ query }) => query.model)).toEqual([
		'e2ee-private',
		'e2ee-thinker',
	]);
	expect(sent()).not.toContain('measles');
});
