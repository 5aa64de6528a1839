import { schemaOf, type JsonSchema } from './schemaOf';

/** Every field of a schema that holds a value, by its path; `[]` stands for each entry of a list. */
function leaves({ type, properties, items }: JsonSchema, path = ''): Array<[string, string]> {
	if (items !== undefined) return leaves(items, `${path}[]`);
	const inner = Object.entries(properties ?? {});
	if (inner.length === 0) return [[path, type]];
	return inner.flatMap(([name, schema]) => leaves(schema, path === '' ? name : `${path}.${name}`));
}

/** docs/outputs.md as it has to be, from the items of each form. */
export function outputsPage(forms: Map<string, unknown[]>): string {
	return [
		'# Other forms of the outputs',
		'',
		'This page lists the fields of outputs other than the default one. The editor shows the fields of the default output before a node has run; n8n reads only one list per operation, so it does not show the other forms. It does show the fields of a dry run and those that are added to every form, except the response metadata.',
		'',
		'With *Simplify* off, a node returns what the service sends, field by field and with the names of the service. It adds `cost` where a call was charged and the service does not report it in its answer, and `costLabel` where one is set. A number that no program holds, such as 1e999, or in a chat NaN, is `null`, and `unreadNumbers` names it. A text whose bytes are not valid UTF-8 has U+FFFD in their place, and `unreadTexts` names it. In a blockchain call, a number with more digits than JavaScript keeps is text, and `textNumbers` names it.',
		'',
		'The page is written by `npm run proof -- schemas` from what the operations return in the engine tests; do not edit it. `npm test` fails when a field comes out that is not listed, or the other way round.',
		'',
		ERRORS,
		...[...forms].flatMap(([title, items]) => ['', `## ${title}`, '', ...table(items)]),
		'',
	].join('\n');
}

/** What test/nodes/transport/errorContext.test.ts holds. */
const ERRORS = `## Errors: the context of a failed node

An error workflow gets these in \`execution.error.context\` of n8n's *Error Trigger*. The names are the same for every failure; none holds a prompt, a secret or a label. Facts of a job, such as \`queueId\`, stand beside them.

| Field | Type | What it says |
| --- | --- | --- |
| \`kind\` | string | \`input\`, \`refused\`, \`unreachable\`, \`timeout\`, \`malformed\`, \`flagged\` or \`cancelled\` |
| \`status\` | number or null | HTTP status of the answer |
| \`code\` | string or null | Code of the failure, where there is one |
| \`charged\` | string | Whether the failed call was charged: \`no\`, \`maybe\` or \`yes\` |
| \`retryIsFree\` | boolean | Whether *Retry* takes up what this item has paid for and pays nothing again |
| \`sentAt\` | string or null | When a call was sent that may have been charged |
| \`paidUsd\` | number | What the other items of the run were charged, in USD, as far as it is known |
| \`paidWork[]\` | object | What was paid for: \`item\`, \`requestId\`, \`model\`, \`files\` (IDs in the storage of n8n), or the IDs of a job |`;

const table = (items: unknown[]): string[] => [
	'| Field | Type |',
	'| --- | --- |',
	...leaves(schemaOf(items))
		.map(([path, type]) => `| \`${path}\` | ${type} |`)
		.sort(),
];
