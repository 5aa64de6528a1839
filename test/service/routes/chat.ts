import { requireFunds } from '../auth';
import { charge, readJson, type Route, takeLimit } from '../call';
import { requireCapabilities } from '../chat/capabilities';
import { requireCharacter } from '../chat/characters';
import { completionJson } from '../chat/json';
import { markedTurn } from '../chat/marks';
import { plan, scriptedPlan } from '../chat/plan';
import { requireSignedTurns } from '../chat/script';
import { sealedRequest } from '../enclave/messages';
import { spoken, understood } from '../enclave/toolsInside';
import { completionStream } from '../chat/stream';
import { chooseModel } from '../chat/suffix';
import { billLines, withCache } from '../chat/usage';
import { modelHeaders } from '../headers';
import { requireOnline } from '../models/catalogue';
import { chatSchema, splitChat } from '../schemas/chat';
import { toSwitches } from '../schemas/switches';

export const createChatCompletion: Route = {
	method: 'POST',
	path: '/chat/completions',
	access: 'inference',
	handle(call) {
		const { world } = call;
		const { namePrefix } = world;
		const { request: asked, given } = splitChat(readJson(call, chatSchema(namePrefix)), namePrefix);
		const { model, suffix } = chooseModel(asked.model, namePrefix);
		const switches = toSwitches({ ...suffix, ...given }, namePrefix);
		const sealing = sealedRequest(call, asked, switches, model);
		const request = sealing?.request ?? asked;
		requireCapabilities(request, model);
		requireCharacter(switches);
		requireSignedTurns(request);
		requireOnline(model);
		requireFunds(call.key);
		const tier = model.tier ?? 'S';
		takeLimit(call, tier, model.record.id);
		const read = sealing === undefined ? request : understood(request);
		const turn = world.script.shift() ?? markedTurn(read, model) ?? world.studio.turn?.(read);
		const own = switches.systemPrompt ? world.ownInstructionTokens : 0;
		const planned = turn
			? scriptedPlan(read, turn, call.serial, own)
			: plan(read, model, switches, world, own);
		const answer =
			read === request
				? planned
				: {
						...planned,
						choices: planned.choices.map((one) => spoken(one, world.enclaves.switches.calls)),
					};
		const account = call.key?.account.id ?? '';
		const cached = world.prompts.take(account, model, request, world.now());
		const id = `chatcmpl-${call.serial.toString(16).padStart(8, '0')}`;
		const usage = withCache(answer.usage, cached, world.cacheCountsAtTop);
		const priced = { ...answer, usage };
		const cost = charge(
			call,
			billLines(model, usage, answer.citations.length > 0, world.manner.chargeFactor),
			{
				requestId: id,
				inferenceExecutionTime: 5 * usage.completion_tokens,
				promptTokens: usage.prompt_tokens,
				completionTokens: usage.completion_tokens,
			},
		);
		world.limits.spendTokens(account, tier, usage.total_tokens);
		const headers = modelHeaders(namePrefix, model);
		const facts = {
			id,
			created: Math.floor(world.now() / 1000),
			model: model.record.id,
			cost,
			namePrefix,
			switches,
		};
		if (!request.stream || sealing?.trick === 'plainAnswer') {
			return { headers, payload: { json: completionJson(priced, facts), compress: true } };
		}
		const includeUsage = request.stream_options?.include_usage ?? false;
		const { pieceCharacters } = world;
		const stream = completionStream(priced, facts, { includeUsage, pieceCharacters }, sealing);
		return { headers, payload: { stream, type: 'text/event-stream; charset=utf-8' } };
	},
};
