import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { badInput, ServiceFailure, type FailureFacts } from '../../../../lib/core/failure';
import { nodeError } from '../../../../lib/wire/errors/nodeError';

const node: INode = {
	id: 'n',
	name: 'N',
	type: 'n',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const failure = (facts: Partial<FailureFacts>, message = 'It failed') =>
	new ServiceFailure(message, { kind: 'refused', ...facts });

describe('nodeError', () => {
	it.each<[Partial<FailureFacts>, string]>([
		[
			{ cure: 'Do this.', status: 400, requestId: 'ray-1' },
			'Do this. · Status 400 · Request ID ray-1',
		],
		[{ status: 500 }, 'Status 500'],
		[{ cure: 'Do this.' }, 'Do this.'],
	])('describes %j as cure, status and request ID', (facts, description) => {
		expect(nodeError(node, failure(facts), { index: 3, count: 8 })).toMatchObject({
			message: 'It failed [item 4 of 8]',
			description,
			context: { itemIndex: 3 },
		});
	});

	it('names the item only where there are several, and counts from 1', () => {
		expect(nodeError(node, failure({})).message).toBe('It failed');
		expect(nodeError(node, failure({}), { index: 0, count: 1 }).message).toBe('It failed');
		expect(nodeError(node, failure({}), { index: 0 }).message).toBe('It failed');
		const second = nodeError(node, failure({}), { index: 1 });
		expect(second).toMatchObject({ message: 'It failed [item 2]', context: { itemIndex: 1 } });
		const first = nodeError(node, failure({}), { index: 0, count: 2 });
		expect(first).toMatchObject({ message: 'It failed [item 1 of 2]', context: { itemIndex: 0 } });
	});

	it.each([
		'The connection to api.example.com failed: connection closed by the other side',
		'The rate limit is reached: 429 Too Many Requests (tried 3 times in 4 s)',
		'No answer from api.example.com within 30 seconds (ETIMEDOUT)',
	])('keeps its own words, where n8n would put others: %s', (message) => {
		expect(nodeError(node, failure({ kind: 'unreachable' }, message)).message).toBe(message);
		expect(nodeError(node, badInput(message, 'Correct it.')).message).toBe(message);
	});

	it('shows a visitor of the chat what happened, and its owner in the message what to do', () => {
		const place = { index: 0, isReadAlong: true };
		const facts = {
			cure: 'Do this.',
			status: 400,
			requestId: 'ray-1',
			charge: 'possible',
		} as const;
		expect(nodeError(node, failure(facts), place)).toMatchObject({
			description: 'It failed',
			message:
				'It failed; the call may have been charged. Do this. Before you run it again, check with Inference Billing > Usage > Get Many, which is free, whether it was charged. Look for the call sent with the request ID ray-1. · Status 400 · Request ID ray-1',
		});
		// n8n empties a description that is the same as the message, and its agents wrap the error again.
		for (const error of [
			failure({}),
			failure({}, 'It failed.'),
			badInput('It failed.', 'Correct it.'),
		]) {
			const wrapped = new NodeOperationError(node, nodeError(node, error, place));
			expect(wrapped.description?.trim()).toMatch(/^It failed\.?$/);
		}
	});

	it('distinguishes a bad input from a refusal', () => {
		expect(nodeError(node, badInput('Wrong', 'Correct it'), { index: 1 })).toBeInstanceOf(
			NodeOperationError,
		);
		expect(nodeError(node, failure({ status: 404 }), { index: 1 })).toBeInstanceOf(NodeApiError);
		expect(nodeError(node, failure({ status: 404 }))).toMatchObject({ httpCode: '404' });
	});

	it('keeps what was paid for where a workflow can reach it, and no headers of the call', () => {
		const facts = {
			status: 200,
			code: 'SOME_CODE',
			headers: { authorization: 'Bearer local-user' },
			details: { jobId: 'job-1' },
		};
		const error = nodeError(node, failure(facts));
		expect(error.context).toMatchObject({ status: 200, code: 'SOME_CODE', jobId: 'job-1' });
		expect(JSON.stringify(error)).not.toContain('local-user');
	});

	it("passes on an error of n8n's, and adds the sentence to any other", () => {
		const own = new NodeOperationError(node, 'Ours');
		expect(nodeError(node, own, { index: 1 })).toBe(own);
		expect(nodeError(node, new TypeError('x is undefined')).message).toBe('x is undefined');
		expect(nodeError(node, 'text').message).toBe('text');
	});
});

describe('what was perhaps paid for', () => {
	const failing = (charge?: 'none' | 'possible' | 'certain') =>
		nodeError(node, new ServiceFailure('It broke', { kind: 'malformed', charge, cure: 'Try.' }), {
			index: 1,
		});

	it.each([
		[undefined, 'It broke [item 2]', 'Try.'],
		['none', 'It broke [item 2]', 'Try.'],
		[
			'possible',
			'It broke; the call may have been charged [item 2]',
			'Try. Before you run it again, check with Inference Billing > Usage > Get Many, which is free, whether it was charged.',
		],
		['certain', 'It broke; the call was charged [item 2]', 'Try.'],
	] as const)('a failure with the charge %s reads "%s"', (charge, message, description) => {
		expect(failing(charge)).toMatchObject({ message, description });
	});

	it('leads back to the first error, which the data of an execution do not show', () => {
		const first = new ServiceFailure('One', { kind: 'timeout' }, new TypeError('Zero'));
		const error = nodeError(node, first.withMessage('Two'));
		expect(error.cause).toMatchObject({
			message: 'Two',
			cause: { message: 'One', cause: { name: 'TypeError', message: 'Zero' } },
		});
		expect(Object.keys(error)).not.toContain('cause');
	});

	describe('an empty value of a tool', () => {
		const tool = (parameters: INode['parameters'] = {}): INode => ({
			...{ ...node, type: 'nTool', parameters },
		});
		const empty = badInput('Prompt must not be empty', 'Enter a message.');

		it('says once how the agent fills it in', () => {
			const { message, description } = nodeError(tool(), empty);
			const cure =
				'Click the stars beside Prompt, so that the agent fills it in, or enter a value.';
			expect(message).toBe(`Prompt must not be empty. ${cure}`);
			expect(description ?? '').not.toContain('stars');
		});

		it('names the expression where there is one', () => {
			const prompt = "={{ $fromAI('Prompt') }}";
			expect(nodeError(tool({ prompt }), empty).message).toMatch(
				/Its expression .* returns nothing/,
			);
		});

		it('leaves a node, and a row of a list, as they are', () => {
			expect(nodeError(node, empty).description).toBe('Enter a message.');
			const row = badInput('Message 2 must not be empty', 'Enter a message.');
			expect(nodeError(tool(), row).message).toBe('Message 2 must not be empty. Enter a message.');
		});

		it('describes a refusal by the service in the message alone', () => {
			const refused = nodeError(tool(), failure({ cure: 'Do this.', status: 400 }));
			expect(refused.message).toBe('It failed. Do this. · Status 400');
			expect(refused.description ?? '').not.toContain('Do this');
		});
	});
});
