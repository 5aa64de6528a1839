import { parseImageText } from '../../../lib/files/imageInput';

describe('a data URL', () => {
	const data = Buffer.from([0xfb, 0xff, 0xfe, 1]).toString('base64');

	it.each([
		`data:image/png;base64,${data}`,
		`data:image/png;charset=utf-8;base64,${data}`,
		`data:image/png;name=a.png;base64,${data}`,
		`data:;base64,${data}`,
		`DATA:image/png;BASE64,${data}`,
		`data:image/png;base64,${data.replaceAll('+', '-').replaceAll('/', '_')}`,
		`data:image/png;base64,${encodeURIComponent(data)}`,
	])('%s is the bytes it has', (given) => {
		expect(parseImageText(given, 'Image')).toEqual({ kind: 'base64', data });
	});

	it.each(['data:image/png;base64,', 'data:image/png', 'data:image/png;base64,%%'])(
		'%s is refused',
		(given) => {
			expect(() => parseImageText(given, 'Image')).toThrow(/^Image must be an address/);
		},
	);
});
