import { localService } from './underTest';

const local = localService();

it('vectors come as base64 of little-endian floats', async () => {
	const vectorOf = async (more: object) => {
		const body = { model: 'embedding-basic', input: 'One text', ...more };
		const { json } = await local.post('/embeddings', body);
		return (json as { data: [{ embedding: unknown }] }).data[0].embedding;
	};
	const floats = (await vectorOf({})) as number[];
	const bytes = Buffer.from(String(await vectorOf({ encoding_format: 'base64' })), 'base64');
	expect(floats.map((_, index) => bytes.readFloatLE(index * 4))).toEqual(floats);
	expect(bytes).toHaveLength(floats.length * 4);
});
