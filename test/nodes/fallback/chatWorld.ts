import type { INodeParameters } from 'n8n-workflow';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

/** Inference Chat with a model that is offline, and the models that the service was asked for. */
export function chatWorld() {
	const world = withService();
	const path = '/chat/completions';
	const ask = async (parameters: INodeParameters, items?: Array<{ json: object }>) =>
		await world.run({
			node: new InferenceChat(),
			items: items as never,
			parameters: { model: typed('text-offline'), prompt: 'Hello', ...parameters },
		});
	const models = () => world.service.requests(path).map(({ body }) => Object(body).model as string);
	return { world, ask, models, path };
}
