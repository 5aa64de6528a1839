import type { ChatRequest } from './schemas/chat';
import { PREFACE } from './demo/studio';
import { toolPlan } from './demo/toolPlan';

const tool = (name: string, ...texts: string[]) => ({
	type: 'function',
	function: {
		name,
		parameters: {
			type: 'object',
			properties: Object.fromEntries(texts.map((text) => [text, { type: 'string' }])),
			required: texts,
		},
	},
});
const tools = [
	tool('Draw_Image', 'Prompt'),
	tool('Change_Image', 'Image', 'Change'),
	tool('Speak', 'Text'),
	tool('Documents', 'input'),
];
const plan = (content: string, more: object = {}, after: object[] = []) =>
	toolPlan(
		{ messages: [{ role: 'user', content }, ...after], tools, ...more } as unknown as ChatRequest,
		PREFACE,
	);

describe('what the stand-in does with tools, for people who look on', () => {
	it.each([
		['Draw a pear', [['Draw_Image', { Prompt: 'a pear' }]]],
		[
			'Please draw me a lighthouse in the fog, and say good night',
			[
				['Draw_Image', { Prompt: 'a lighthouse in the fog' }],
				['Speak', { Text: 'good night' }],
			],
		],
		['How many books may I borrow?', [['Documents', { input: 'How many books may I borrow?' }]]],
	])('calls the tools that "%s" asks for', (text, calls) => {
		expect(plan(text)?.calls?.map(({ name, arguments: args }) => [name, args])).toEqual(calls);
	});

	it.each([
		['nothing that a tool does', 'Good morning', {}],
		['a tool that is not offered', 'Search for pears', {}],
		['no tools', 'Draw a pear', { tools: [] }],
		['a choice against them', 'Draw a pear', { tool_choice: 'none' }],
	])('answers as it does without them for %s', (_what, text, more) => {
		expect(plan(text, more)).toBeUndefined();
	});

	it('shows the files of the results as Markdown, and quotes other results', () => {
		const link = 'http://localhost:5678/rest/binary-data/signed?token=a';
		const file = { fileName: 'a.mp3', mimeType: 'audio/mpeg', link };
		const picture = { ...file, fileName: 'a.webp', mimeType: 'image/webp' };
		const results = [JSON.stringify([{ response: [picture] }]), JSON.stringify(file), 'Ten books.'];
		const after = results.map((content) => ({ role: 'tool', tool_call_id: 'c', content }));
		const { text = '', calls } = plan('Draw a pear', {}, after) ?? {};
		expect(calls).toBeUndefined();
		expect(text.startsWith(PREFACE)).toBe(true);
		expect(text).toContain(`![Picture](${link})`);
		expect(text).toContain(`[a.mp3](${link})`);
		expect(text).toContain('The tool said “Ten books.”');
	});
});
