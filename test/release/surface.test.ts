import { readFileSync, writeFileSync } from 'node:fs';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { REGISTERED } from '../nodes/registered';
import { brokenBy, credentialSurface, nodeSurface, schemasOf, type Surface } from './surface';

const FILE = 'test/fixtures/surface.json';
const CURE =
	'A workflow that was saved before would change. Keep what it needs, or give the node a new version; before the first release, run npm run proof -- surface.';

const now: Surface = Object.fromEntries([
	...REGISTERED.map(({ className, create }) => {
		const { description } = create();
		return [description.name, nodeSurface(description, schemasOf(className))];
	}),
	...[new InferenceServiceApi(), new InferenceServiceWalletApi()].map((type) => [
		type.name,
		credentialSurface(type),
	]),
]) as Surface;

if (process.env.SURFACE_PAGE === 'write') {
	writeFileSync(FILE, `${JSON.stringify(now, null, '\t')}\n`);
}
const before = JSON.parse(readFileSync(FILE, 'utf8')) as Surface;

it('breaks no workflow that was saved with the published version', () => {
	const broken = brokenBy(before, now);
	expect(broken.length === 0 ? [] : [...broken, CURE]).toEqual([]);
});

it.each<[string, (chat: Record<string, string>) => void, RegExp]>([
	['a parameter', (chat) => delete chat['complete prompt'], /complete prompt is gone/],
	['a value', (chat) => delete chat['complete input = json'], /input = json is gone/],
	['a default', (chat) => (chat['complete input'] = 'options default "json"'), /was options/],
	['an output', (chat) => delete chat['output complete.text'], /output complete.text is gone/],
	[
		'a new required parameter',
		(chat) => (chat['complete extra'] = 'string default "" required'),
		/complete extra is new and required/,
	],
])('notices the loss of %s', (_what, change, sentence) => {
	const { inferenceChat = {} } = now;
	const changed = { ...inferenceChat };
	change(changed);
	expect(brokenBy(now, { ...now, inferenceChat: changed })).toEqual([
		expect.stringMatching(sentence),
	]);
});

it('takes a new operation with a required parameter', () => {
	const { inferenceChat = {} } = now;
	const added = {
		'operation = summarize': 'value',
		'summarize text': 'string default "" required',
		'output summarize': '"object"',
	};
	expect(brokenBy(now, { ...now, inferenceChat: { ...inferenceChat, ...added } })).toEqual([]);
});
