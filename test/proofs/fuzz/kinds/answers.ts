import fc from 'fast-check';
import type { ItemContext } from '../../../../lib/core/execution';

import { ServiceFailure } from '../../../../lib/core/failure';
import { answerFromResponse, requireJson } from '../../../../lib/core/answer';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { json, nearly, oddText } from '../values';
import { readers } from './readers';

interface Case {
	reader: string;
	body: unknown;
	headers: Record<string, string>;
	/** Parameters of the node that choose between ways to read. */
	simplify: boolean;
	outputAs: string;
}

const HEADERS = [
	...['cf-ray', 'x-service-model-id', 'content-type', 'x-service-enhanced-prompt'],
	...['x-service-is-blurred', 'x-service-contains-minor', 'content-disposition'],
];

/** An answer that a reader expects, made odd in some places, or anything at all. */
const cases: fc.Arbitrary<Case> = fc
	.tuple(
		fc.constantFrom(...Object.entries(readers)),
		fc.dictionary(
			fc.constantFrom(...HEADERS),
			fc.oneof(fc.constantFrom('true', 'application/json', 'text/plain', 'image/png'), oddText),
			{ maxKeys: 3, noNullPrototype: true },
		),
		fc.boolean(),
		fc.constantFrom('single', 'items', 'byDate', 'byModelDaily'),
	)
	.chain(([[reader, { honest }], headers, simplify, outputAs]) =>
		fc.record({
			...{ reader: fc.constant(reader), headers: fc.constant(headers) },
			...{ simplify: fc.constant(simplify), outputAs: fc.constant(outputAs) },
			body: fc.oneof({ weight: 5, arbitrary: nearly(fc.constant(honest)) }, json),
		}),
	);

async function check({ reader, body, headers, simplify, outputAs }: Case): Promise<string> {
	const chosen = readers[reader];
	if (chosen === undefined) throw new Error(`There is no reader ${reader}`);
	const clean = redact.value(headers) as Record<string, never>;
	const response = { statusCode: 200, headers: clean, body: redact.body(body) as never, redact };
	const context = contextOf({ simplify, outputAs });
	const { value, failure } = await attempt(async () => {
		const answer = requireJson(answerFromResponse(response, 'service', chosen.paid));
		return JSON.stringify(await chosen.read.call(context, answer));
	});
	if (value !== undefined) return 'read';
	must(failure instanceof ServiceFailure, 'what cannot be read is a failure');
	const { kind, charge = 'none' } = failure.facts;
	must(failure.message.length < 1_300, 'a message is as long as a person reads');
	must(
		kind === 'input' || !chosen.paid || charge !== 'none',
		'an answer that was paid for and cannot be read says that it may have been charged',
	);
	return 'refused';
}

/** What n8n gives a reader: parameters, and a binary store. */
function contextOf(given: Record<string, unknown>): ItemContext {
	const parameters = {
		...{ input: 'list', texts: ['one', 'two'], model: { value: 'some-model' } },
		...{ network: { value: 'base' }, options: {}, ...given },
	};
	return {
		parameters,
		getInputData: () => ({ json: {} }),
		getWorkflowSettings: () => ({}),
		getTimezone: () => 'UTC',
		getWorkflow: () => ({ id: '1', name: 'Workflow', active: false }),
		...{
			getItemIndex: () => 0,
			evaluateExpression: () => 0,
			getExecutionId: () => '1',
			getNode: () => ({ name: 'Node' }),
		},
		logger: { info: () => undefined, warn: () => undefined },
		helpers: {
			prepareBinaryData: async (_content: unknown, fileName: string, mimeType: string) => ({
				...{ data: '', mimeType, fileName, bytes: 10 },
			}),
		},
	} as unknown as ItemContext;
}

export const answers: Fuzzer<Case> = { name: 'JSON answers', runs: 3_000, cases, check };
