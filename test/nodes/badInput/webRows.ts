import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { tableRows } from './row';

const url = 'https://example.com';
const address = (given: string) =>
	`URL must be a whole address that starts with https:// or http://, but "${given}" was given`;
const web = new InferenceWeb();
const parse = { resource: 'document', operation: 'parse' };
const note = { data: 'QQ==', mimeType: 'text/plain' };

export const webRows = [
	...tableRows('web', web, {}, [
		[{ query: '={{ "" }}' }, 'Query must not be empty'],
		[{ query: ' ' }, 'Query must not be empty'],
		[
			{ query: 'a', simplify: '={{ "perhaps" }}' },
			'Simplify must be true or false, but "perhaps" was given',
		],
		[{ query: '={{ ["a"] }}' }, 'Query must be text, but ["a"] was given'],
		[{ resource: 'page', operation: 'scrape', url: '={{ "" }}' }, 'URL must not be empty'],
		[{ resource: 'page', operation: 'scrape', url: 'example.com' }, address('example.com')],
		[
			{ resource: 'page', operation: 'scrape', url: 'ftp://example.com' },
			address('ftp://example.com'),
		],
		[{ resource: 'page', operation: 'scrape', url: 'https://' }, address('https://')],
		[
			{ resource: 'page', operation: 'scrape', url, options: { maxCharacters: 0 } },
			'Max Characters must be a whole number of at least 1, but 0 was given',
		],
		[
			{ resource: 'page', operation: 'scrape', url, options: { maxCharacters: 1.5 } },
			'Max Characters must be a whole number of at least 1, but 1.5 was given',
		],
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
				{ inputBinaryField: '={{ ({ field: "data" }) }}' },
				'Input Binary Field must be text, but {"field":"data"} was given',
			],
			[
				{ options: { responseFormat: '={{ "xml" }}' } },
				'Response Format must be one of json, text, but "xml" was given',
			],
			[
				{ options: { maxCharacters: -1 } },
				'Max Characters must be a whole number of at least 1, but -1 was given',
			],
		],
		[{ json: {}, binary: { data: note } }],
	),
];
