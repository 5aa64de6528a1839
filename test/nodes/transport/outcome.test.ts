import type { INodeExecutionData } from 'n8n-workflow';
import { outcomesOf } from '../../proofs/faults/outcome';
import type { LoadName } from '../../proofs/faults/loads';

const pairedItem = { item: 0 };
const failure = 'The service is not reachable [item 1 of 1]';
const entry = { json: { sku: 'text' }, pairedItem };
const error = { json: { error: failure }, pairedItem };
const answer = { json: { text: 'Hello' }, pairedItem };

it.each<[LoadName, INodeExecutionData[], string]>([
	['history', [entry, entry], 'answered'],
	['history', [entry, error], 'explained'],
	['history', [error, entry], 'silent'],
	['history', [answer, error], 'silent'],
	['chat', [answer], 'answered'],
	['chat', [error], 'explained'],
	['chat', [answer, error], 'silent'],
	['chat', [], 'silent'],
])('judges of %s, in case %#, what became of the item', (load, given, end) => {
	expect(outcomesOf(load, ['m000001'], given)).toMatchObject([{ end }]);
});
