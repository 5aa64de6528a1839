import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { typed } from '../../coverage/given';
import { tableRows } from './row';

const text = 'Hello';
const many = Array.from({ length: 2049 }, () => 'x');
const given = { many, number: 42, tokens: [1, 2], empty: [], gap: ['a', ''], nested: { a: 1 } };

export const embeddingRows = tableRows(
	'embeddings',
	new InferenceEmbeddings(),
	{ model: typed('embedding-basic') },
	[
		[{ model: typed('={{ "" }}'), text }, 'Model must not be empty'],
		[{ text: '={{ "" }}' }, 'Text must not be empty'],
		[{ text: '  ' }, 'Text must not be empty'],
		[{ text: '={{ $json.gone }}' }, 'Text must not be empty'],
		[{ input: 'list', texts: [] }, 'Texts must contain at least one text'],
		[{ input: 'list', texts: ['a', ''] }, 'Entry 2 of Texts must not be empty'],
		[
			{ input: 'list', texts: '={{ $json.many }}' },
			'Texts may have at most 2048 texts, but 2049 were given',
		],
		[{ input: 'field', fieldName: '={{ "" }}' }, 'Field Name must not be empty'],
		[{ input: 'field', fieldName: 'gone' }, 'Field "gone" must not be empty'],
		[{ input: 'field', fieldName: 'nested.b' }, 'Field "nested.b" must not be empty'],
		[
			{ input: 'field', fieldName: 'tokens' },
			'Entry 1 of Field "tokens" must be text, but 1 was given',
		],
		[{ input: 'field', fieldName: 'empty' }, 'Field "empty" must contain at least one text'],
		[{ input: 'json', textsJson: '[]' }, 'Texts (JSON) must contain at least one text'],
		[
			{ input: 'json', textsJson: '{"a": 1}' },
			'Texts (JSON) must be a JSON array, but {"a":1} was given',
		],
		[{ input: 'json', textsJson: '={{ $json.gap }}' }, 'Entry 2 of Texts (JSON) must not be empty'],
		[
			{ input: 'json', textsJson: '["a"' },
			/^Texts \(JSON\) must be a JSON array, but it is not valid JSON: .*$/,
		],
	],
	[{ json: given }],
);
