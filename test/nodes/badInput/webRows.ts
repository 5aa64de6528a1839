import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { tableRows } from './row';

const address = (given: string) =>
	`URL must be a whole address that starts with https:// or http://, but "${given}" was given`;
const web = new InferenceWeb();
const parse = { resource: 'document', operation: 'parse' };
const note = { data: 'QQ==', mimeType: 'text/plain' };

export const webRows = [
	...tableRows('web', web, {}, [
		[{ query: '={{ "" }}' }, 'Query must not be empty'],
		[{ query: ' ' }, 'Query must not be empty'],
		[{ resource: 'page', operation: 'scrape', url: '={{ "" }}' }, 'URL must not be empty'],
		[{ resource: 'page', operation: 'scrape', url: 'example.com' }, address('example.com')],
		[
			{ resource: 'page', operation: 'scrape', url: 'ftp://example.com' },
			address('ftp://example.com'),
		],
		[{ resource: 'page', operation: 'scrape', url: 'https://' }, address('https://')],
		[
			{ resource: 'document', operation: 'parse' },
			'The item has no file: it has no binary data at all',
		],
	]),
	...tableRows(
		'document',
		web,
		parse,
		[
			[
				{ inputBinaryField: 'report' },
				'The item has no file in the binary field "report"; it has "data"',
			],
			[
				{ inputBinaryField: '={{ ["report"] }}' },
				'Input Binary Field must be text, but ["report"] was given',
			],
			[
				{ options: { responseFormat: '={{ "xml" }}' } },
				'Response Format must be one of json, text, but "xml" was given',
			],
		],
		[{ json: {}, binary: { data: note } }],
	),
];
