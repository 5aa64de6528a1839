import type { INodeParameters } from 'n8n-workflow';

import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceDecisions());
const path = '/decisions';

const urgent = {
	answerName: 'urgent',
	type: 'yesOrNo',
	instructions: 'Is it urgent?',
	yes: 'Payouts failed',
};
const team = {
	answerName: 'team',
	type: 'choice',
	instructions: 'Which team?',
	choices: {
		choice: [
			{ name: 'billing', description: 'Payouts, invoices, refunds' },
			{ name: 'technical', description: 'Bugs and outages' },
			{ name: 'other', description: '' },
		],
	},
};
const mood = {
	answerName: 'mood',
	type: 'score',
	instructions: 'How angry?',
	levels: 'Calm\n Angry \n\nFurious',
};
const asking = (...question: INodeParameters[]) => ({ questions: { question } });
const ticket = { subject: 'Payouts failed', body: 'My payouts have failed for three days' };
const bodies = () => world.service.requests(path).map(({ body }) => body);

describe('Inference Decisions: Decide', () => {
	it('sends the item and the questions, and returns an answer for each with its price', async () => {
		const { items } = await run(asking(urgent, team, mood), { items: [{ json: ticket }] });
		expect(bodies()).toEqual([
			{
				model: 'decision-basic',
				state: ticket,
				questions: {
					urgent: {
						type: 'noul',
						instructions: 'Is it urgent?',
						criteria: { true: 'Payouts failed' },
					},
					team: {
						type: 'choice',
						instructions: 'Which team?',
						criteria: {
							billing: 'Payouts, invoices, refunds',
							technical: 'Bugs and outages',
							other: null,
						},
					},
					mood: {
						type: 'score',
						instructions: 'How angry?',
						criteria: ['Calm', 'Angry', 'Furious'],
					},
				},
			},
		]);
		const [charged] = world.service.ledger;
		expect(items).toEqual([
			{
				json: {
					...ticket,
					answers: { urgent: true, team: 'billing', mood: expect.closeTo(0.99) },
					details: {
						urgent: {
							confidence: 0.89,
							probabilities: { yes: 0.89, no: expect.closeTo(0.11) },
							unsure: false,
						},
						team: {
							confidence: 0.8,
							probabilities: { billing: 0.8, technical: 0.1, other: 0.1 },
							unsure: false,
						},
						mood: {
							level: 'Angry',
							confidence: 0.33,
							probabilities: { Calm: 0.33, Angry: 0.33, Furious: 0.33 },
							unsure: true,
						},
					},
					unsure: true,
					model: 'decision-basic',
					...{ inputTokens: expect.any(Number), outputTokens: 60 },
					requestId: expect.any(String),
					cost: { amount: expect.closeTo(charged?.usd ?? 0, 10), currency: 'USD', estimated: true },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each([
		['a text', { about: 'text', text: 'My payouts failed' }, 'My payouts failed'],
		['JSON', { about: 'json', stateJson: '[{"a": 1}]' }, [{ a: 1 }]],
	])('sends %s as the state, and is sure from Min Confidence on', async (_what, input, state) => {
		const { item } = await run({ ...input, ...asking(mood), options: { minConfidence: 0.3 } });
		expect(bodies()).toMatchObject([{ state }]);
		expect(item.json).toMatchObject({ unsure: false });
	});

	it.each([
		['no question', asking(), 'Questions must not be empty'],
		[
			'no name',
			asking({ ...urgent, answerName: ' ' }),
			'Question 1: Answer Name must not be empty',
		],
		['a name twice', asking(urgent, urgent), 'the Answer Name "urgent" is used twice'],
		[
			'no question text',
			asking({ ...urgent, instructions: '={{ "" }}' }),
			'Question must not be empty',
		],
		['an unknown type', asking({ ...urgent, type: 'bool' }), 'but "bool" was given'],
		['one level', asking({ ...mood, levels: 'Calm' }), 'Add at least 2 levels'],
		['a level twice', asking({ ...mood, levels: 'Calm\nCalm' }), 'Levels has "Calm" twice'],
		['no choices', asking({ ...team, choices: {} }), 'Add at least 2 choices'],
		['an empty text', { ...asking(mood), about: 'text', text: ' ' }, 'Text must not be empty'],
		['JSON text', { ...asking(mood), about: 'json', stateJson: '"a"' }, 'JSON object or array'],
		['an empty item', asking(mood), 'The item is empty'],
		['a confidence of 2', { ...asking(mood), options: { minConfidence: 2 } }, 'Min Confidence'],
	])('refuses %s before anything is sent', async (what, parameters, message) => {
		const json = what === 'an empty item' ? {} : ticket;
		const { error } = await run(parameters, { items: [{ json }] });
		expect(error?.message).toContain(message);
		expect(bodies()).toEqual([]);
	});

	it('explains a state that is too long for the model', async () => {
		const { error } = await run({ ...asking(mood), about: 'text', text: 'long '.repeat(30_000) });
		expect(error?.message).toContain('At most 32000 tokens are allowed');
	});

	const good = { type: 'choice', choice: 'billing', probabilities: { billing: 1 }, confidence: 1 };
	it.each<[string, unknown, object]>([
		['no answer', undefined, { problem: 'The service did not answer this question' }],
		['another type', { type: 'rank', rank: [1] }, { problem: expect.stringContaining('"rank"') }],
		['an unknown option', { ...good, choice: 'x' }, { problem: '"x" is none of the options' }],
		['a confidence of 3', { ...good, confidence: 3 }, { problem: 'The answer cannot be read' }],
		['no confidence', { ...good, confidence: null }, { problem: 'The answer cannot be read' }],
		[
			'a confidence as text',
			{ ...good, confidence: '1' },
			{ problem: 'The answer cannot be read' },
		],
	])('marks %s as unsure and shows it', async (_what, answer, marks) => {
		const json = {
			model: 'm',
			answers: { team: answer, more: good },
			usage: { input_tokens: '7' },
		};
		world.service.fault({ path, status: 200, body: json });
		const { item } = await run(asking(team), { items: [{ json: ticket }] });
		expect(item.json).toMatchObject({
			answers: { team: null, more: null },
			details: {
				team: { confidence: null, unsure: true, ...marks },
				more: { unsure: true, problem: 'No question has this ID', unreadable: good },
			},
			unsure: true,
			inputTokens: null,
		});
	});

	it('says neither yes nor no where both are equally likely', async () => {
		const answer = { type: 'noul', noul: 0.5 };
		world.service.fault({ path, status: 200, body: { model: 'm', answers: { urgent: answer } } });
		const { item } = await run(asking(urgent), { items: [{ json: ticket }] });
		expect(item.json).toMatchObject({
			answers: { urgent: null },
			details: {
				urgent: {
					...{ confidence: 0.5, probabilities: { yes: 0.5, no: 0.5 }, unsure: true },
					problem: 'Yes and no are equally likely',
				},
			},
		});
		expect(JSON.stringify(item.json)).not.toContain('noul');
	});

	it('estimates the price without a call', async () => {
		const { item } = await run(
			{ ...asking(mood), options: { cost: { dryRun: true } } },
			{ items: [{ json: ticket }] },
		);
		expect(bodies()).toEqual([]);
		expect(item.json).toMatchObject({
			dryRun: true,
			estimate: { amount: expect.any(Number), currency: 'USD' },
			accuracy: 'estimate',
		});
	});
});
