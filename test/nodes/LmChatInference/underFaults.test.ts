import { HumanMessage } from '@langchain/core/messages';

import { accessTo } from '../../engine/access';
import { fastClock } from '../../engine/fastClock';
import { type LocalService, startService } from '../../service/service';
import { chatModel } from './chatModel';
import { inGroups } from '../../engine/withOptions';

const QUESTIONS = Array.from({ length: 60 }, (_, index) => `m${index + 1000}`);
const BESIDE = 10;
const LIMITS = { S: 10_000, tokens: { S: 100_000_000 } };

const clock = fastClock(20);
let service: LocalService;

beforeAll(async () => {
	service = await startService({ now: clock.now, limits: LIMITS });
	clock.install();
});

beforeEach(() => {
	service.reset();
	service.chaos({ seed: 2, rate: 0.2 });
});

afterAll(async () => {
	clock.restore();
	await service.close();
});

/** Asks everything, some questions at the same time; the answer or the error to each, and how often each was charged. */
async function askAll(settings: Record<string, number>) {
	const { response, hints } = await chatModel(accessTo(service), { options: inGroups(settings) });
	const waiting = [...QUESTIONS];
	const said = new Map<string, string>();
	const worker = async () => {
		for (let question = waiting.shift(); question; question = waiting.shift()) {
			const [outcome] = await Promise.allSettled([response.invoke([new HumanMessage(question)])]);
			const text = outcome.status === 'fulfilled' ? outcome.value.content : String(outcome.reason);
			said.set(question, String(text));
		}
	};
	await Promise.all(Array.from({ length: BESIDE }, worker));
	const charges = (question: string) =>
		service.journal.filter(
			({ charge, rawBody }) => charge !== undefined && rawBody?.includes(question),
		).length;
	return QUESTIONS.map((question) => ({
		question,
		text: said.get(question) ?? '',
		answered: said.get(question) === `You said “${question}”`,
		charges: charges(question),
		hint: hints().join(),
	}));
}

test('nothing is charged twice by default, and an error for a lost answer says that it may have been charged', async () => {
	const outcomes = await askAll({});
	expect(outcomes.filter(({ charges }) => charges > 1)).toEqual([]);
	expect(outcomes.filter(({ answered, charges }) => answered && charges !== 1)).toEqual([]);
	const lost = outcomes.filter(({ answered, charges }) => !answered && charges > 0);
	expect(lost.length).toBeGreaterThan(0);
	expect(lost.filter(({ text }) => !text.includes('may have been charged'))).toEqual([]);
	expect(service.journal.filter(({ blocked }) => blocked)).toEqual([]);
});

test('everything is answered with Max Resends After Lost Responses, and the hint says what may have been charged again', async () => {
	const outcomes = await askAll({ repeatLostAnswers: 5 });
	expect(outcomes.filter(({ answered }) => !answered)).toEqual([]);
	const twice = outcomes.filter(({ charges }) => charges > 1);
	expect(twice.length).toBeGreaterThan(0);
	expect(outcomes[0]?.hint).toMatch(/\d+ of the failed attempts may have been charged/);
	expect(service.journal.filter(({ blocked }) => blocked)).toEqual([]);
});
