import { bucketKey, type BucketName } from '../../../../lib/wire/pacing/bucket';

describe('bucketKey', () => {
	it.each<[BucketName, unknown, string]>([
		['text', { model: 'a' }, 'text a'],
		['text', { model: 'a:enable_web_search=on&x=1' }, 'text a'],
		['text', undefined, 'text '],
		['image', { model: 'a' }, 'image'],
		['/models', undefined, '/models'],
	])('the key of the bucket %s with %j is "%s"', (bucket, body, key) => {
		expect(bucketKey(bucket, body)).toBe(key);
	});
});
