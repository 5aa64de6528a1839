import { ROUTES } from './routes/all';
import { type OperationName, REQUESTS, type RequestPart } from './schemas/catalogue';
import { wireFields } from './schemas/wireFields';

const fieldsOf = (operation: OperationName) => {
	const parts: RequestPart[] = REQUESTS[operation];
	return parts.flatMap(({ schema }) => wireFields(schema));
};

describe('the catalogue of requests', () => {
	it('has every route that is below the base path', () => {
		const routes = ROUTES.filter(({ outside }) => !outside);
		const names = routes.map(({ method, path }) => `${method} ${path}`);
		const known: string[] = Object.keys(REQUESTS);
		expect(known.filter((name) => !names.includes(name))).toEqual([]);
	});

	it('names fields with their place', () => {
		expect(fieldsOf('POST /chat/completions')).toEqual(
			expect.arrayContaining([
				'model',
				'messages[].content[].image_url.url',
				'reasoning.effort',
				'service_parameters.enable_web_search',
				'service_parameters.include_service_system_prompt',
				'tools[].function.name',
				'stream_options.include_usage',
			]),
		);
		expect(fieldsOf('POST /image/generate')).toEqual(
			expect.arrayContaining(['style_references', 'style_references[].strength']),
		);
		expect(fieldsOf('POST /video/queue')).toEqual(
			expect.arrayContaining([
				'elements[].reference_image_urls',
				expect.stringMatching(/^consents\.\w+\.confirmed_legal_right$/),
			]),
		);
		expect(fieldsOf('GET /billing/usage-history')).toEqual([
			'currency',
			'startTimestamp',
			'endTimestamp',
			'pageSize',
			'cursor',
		]);
	});
});
