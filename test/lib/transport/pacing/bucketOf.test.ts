import { rateClass } from '../../../../lib/transport/pacing/bucketOf';

describe('rateClass', () => {
	it.each([
		['/chat/completions', { model: 'a' }, 'text a'],
		['/chat/completions', { model: 'a:enable_web_search=on&x=1' }, 'text a'],
		['/chat/completions', undefined, 'text '],
		['/image/generate', { model: 'a' }, 'image'],
		['/image/edit', undefined, 'image'],
		['/images/generations', {}, 'image'],
		['/image/styles', undefined, '/image/styles'],
		['/audio/speech', {}, 'audio'],
		['/audio/transcriptions', undefined, 'audio'],
		['/audio/retrieve', {}, 'audio'],
		['/audio/quote', {}, '/audio/quote'],
		['/video/queue', {}, '/video/queue'],
		['/video/retrieve', {}, '/video/retrieve'],
		['/embeddings', {}, '/embeddings'],
		['/crypto/rpc/some-chain', {}, 'rpc'],
		['/crypto/rpc/networks', undefined, '/crypto/rpc'],
		['/models', undefined, '/models'],
		['/models/a', undefined, '/models/*'],
		['/models/b', undefined, '/models/*'],
		['/characters', undefined, '/characters'],
		['/characters/someone', undefined, '/characters/*'],
		['/characters/someone/reviews', undefined, '/characters/*/reviews'],
		['/x402/balance/0x00', undefined, '/x402/balance'],
	])('of %s with %j is "%s"', (url, body, name) => {
		expect(rateClass({ url, body })).toBe(name);
	});
});
