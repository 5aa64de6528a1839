import { putToolsInside } from '../../../lib/privacy/toolsInside';

const messages = [{ role: 'user', content: 'Hi' }];
const tools = ['weather', 'time'].map((name) => ({ type: 'function', function: { name } }));
const named = (name: string) => ({ type: 'function', function: { name } });

it('a tool that must be called is the only one that the messages offer', () => {
	const { body, offered } = putToolsInside({ messages, tools, tool_choice: named('weather') });
	expect(offered).toEqual({ names: ['weather'], isRequired: true, isParallel: true });
	expect(body).not.toHaveProperty('tools');
	const text = JSON.stringify(body.messages);
	expect(text).toContain('weather');
	expect(text).not.toContain('time');
});

it('a required tool that is not on the list stays where the service refuses it', () => {
	const asked = { messages, tools, tool_choice: named('news') };
	expect(putToolsInside(asked)).toEqual({ body: asked });
});
