import { admitPaid, charge, readJson, type Route } from '../call';
import { tokensOf } from '../chat/usage';
import { answerTo } from '../decisions/answer';
import { invalidField } from '../errors';
import { modelHeaders } from '../headers';
import { line } from '../images/pay';
import { findModel, requireOnline } from '../models/catalogue';
import { decisionsRequest } from '../schemas/decisions';

export const decide: Route = {
	method: 'POST',
	path: '/decisions',
	access: 'inference',
	handle(call) {
		const { model: id, state, questions } = readJson(call, decisionsRequest);
		const model = findModel(id, 'decision');
		const { record, price } = model;
		const text = typeof state === 'string' ? state : JSON.stringify(state);
		const lengths = Object.values(questions).map((one) => tokensOf(JSON.stringify(one)));
		const longest = tokensOf(text) + Math.max(...lengths);
		const whole = tokensOf(text) + lengths.reduce((sum, length) => sum + length, 0);
		requireLength(longest, Number(record.model_spec.maxStateTokens), 'state');
		requireLength(whole, Number(record.model_spec.maxTotalTokens), 'questions');
		requireOnline(model);
		admitPaid(call, 'S', record.id);
		const answered = 20 * lengths.length;
		const lines = [line(record.id, 'input-mtoken', whole / 1e6, price?.input ?? 0)];
		if (price?.output) lines.push(line(record.id, 'output-mtoken', answered / 1e6, price.output));
		charge(call, lines, {
			requestId: `decision-${call.serial.toString(16)}`,
			inferenceExecutionTime: 40,
			promptTokens: whole,
			completionTokens: null,
		});
		const answers = Object.fromEntries(
			Object.entries(questions).map(([name, question]) => [name, answerTo(question, text)]),
		);
		const usage = { input_tokens: whole, output_tokens: answered };
		return {
			headers: modelHeaders(call.world.namePrefix, model),
			payload: { json: { model: record.id, answers, usage } },
		};
	},
};

function requireLength(tokens: number, most: number, field: string): void {
	if (tokens > most) throw invalidField(field, `At most ${most} tokens are allowed, not ${tokens}`);
}
