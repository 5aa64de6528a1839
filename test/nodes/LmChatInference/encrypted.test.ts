import { HumanMessage, SystemMessage } from '@langchain/core/messages';

import { ROOTS } from '../../../lib/privacy/enclave/question';
import { keptCollateral } from '../../../lib/privacy/collateralSource';
import { keptAttestations } from '../../../lib/privacy/sendEncrypted';
import { TEST_ROOTS } from '../../service/enclave/roots';
import { withService } from '../withService';
import { byId, chatModel, streamed, tool } from './chatModel';

const world = withService();
const real = { ...ROOTS };
const asked = [new SystemMessage('You are a doctor'), new HumanMessage('The patient has measles')];

beforeEach(() => {
	keptCollateral.clear();
	keptAttestations.clear();
	Object.assign(ROOTS, TEST_ROOTS);
});
afterEach(() => void Object.assign(ROOTS, real));

const model = async (parameters: object = {}) =>
	await chatModel(world.accessWith({ collateralUrl: new URL(world.service.url).origin }), {
		model: byId('e2ee-private'),
		options: { privacy: { encryption: 'required', ...parameters } },
	});
const sent = () => JSON.stringify(world.service.journal);

test('answers an agent encrypted, whole and as a stream', async () => {
	const { response } = await model();
	const whole = await response.invoke(asked);
	expect(whole.content).toContain('The patient has measles');
	expect(whole.response_metadata).toMatchObject({
		attestation: { verified: true, model: 'e2ee-private' },
	});
	const { chunks, message } = await streamed(response, asked);
	expect(message.content).toBe(whole.content);
	expect(chunks.length).toBeGreaterThan(1);
	expect(world.service.ledger).toHaveLength(2);
	expect(world.service.requests('/tee/attestation')).toHaveLength(1);
	for (const word of ['measles', 'doctor']) expect(sent()).not.toContain(word);
});

test('refuses tools, which would go in clear text', async () => {
	const { response } = await model();
	const bound = response.bindTools([tool('pay')]);
	await expect(bound.invoke(asked)).rejects.toThrow(
		'Encryption is Required, but Tools cannot be encrypted',
	);
	expect(world.service.requests('/chat/completions')).toEqual([]);
});

test('lets an agent call its tools inside the messages, as it wants', async () => {
	const { response } = await model({ enclave: { toolsInside: true } });
	const bound = response.bindTools([tool('pay_out')]);
	const called = await bound.invoke([new HumanMessage('Call the tool for the patient')]);
	expect(called.tool_calls).toMatchObject([{ name: 'pay_out' }]);
	const { message } = await streamed(bound, [new HumanMessage('Call the tool for the patient')]);
	expect(message.tool_calls).toMatchObject([{ name: 'pay_out' }]);
	for (const word of ['pay_out', 'patient']) expect(sent()).not.toContain(word);
});

test.each(['plainPiece', 'changedTag', 'noEnd'] as const)(
	'shows no answer with %s',
	async (answer) => {
		world.service.enclave({ answer });
		const { response } = await model();
		await expect(response.invoke(asked)).rejects.toThrow(/encrypted/);
		await expect(streamed(response, asked)).rejects.toThrow(/encrypted/);
		expect(sent()).not.toContain('measles');
	},
);

test('sends nothing to an enclave that could not be verified', async () => {
	world.service.enclave({ attestation: 'debug' });
	const { response } = await model();
	await expect(response.invoke(asked)).rejects.toThrow('Nothing was sent');
	expect(world.service.requests('/chat/completions')).toEqual([]);
});
