import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import type { Fault } from '../../service/service';
import { withService } from '../withService';

const world = withService();

const operations = {
	chat: { node: new InferenceChat(), parameters: { prompt: 'Hi' } },
	stream: { node: new InferenceChat(), parameters: { prompt: 'Hi', options: { stream: true } } },
	speech: { node: new InferenceAudio(), parameters: { text: 'Hi' } },
	models: { node: new InferenceModels(), parameters: { operation: 'getAll' } },
	model: {
		node: new InferenceModels(),
		parameters: { operation: 'get', model: { mode: 'id', value: 'text-basic' } },
	},
	usage: { node: new InferenceBilling(), parameters: { operation: 'getUsageHistory' } },
	csv: {
		node: new InferenceBilling(),
		parameters: { operation: 'getUsageHistory', output: 'csvFile' },
	},
};

const outcomes: Record<string, Fault | undefined> = {
	success: undefined,
	refusal: { status: 400, body: { error: 'No' } },
	'refused key': { status: 401, body: { error: 'No' } },
	'server error': { status: 500, body: { error: 'No' }, times: 9 },
	'broken connection': { cut: 'before', times: 9 },
	'broken answer': { cut: 'midway', times: 9 },
	'malformed answer': { malformed: true, times: 9 },
};

const cases = Object.keys(operations).flatMap((operation) =>
	Object.keys(outcomes).map((outcome) => [operation, outcome]),
) as Array<[keyof typeof operations, string]>;

/** Everything an object holds, errors with their hidden properties and causes included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everything(Reflect.get(value, name), seen)}`)
		.join('\n');
}

describe('the key never shows', () => {
	it.each(cases)('%s, %s', async (operation, outcome) => {
		const key = world.service.keys.user;
		const fault = outcomes[outcome];
		if (fault) world.service.fault(fault);
		const result = await world.run({ ...operations[operation] });
		const whole = everything(result);
		expect(whole.length).toBeGreaterThan(500);
		expect(whole).not.toContain(key);
		expect(whole).not.toContain('Bearer');
	});
});
