import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { typed } from '../../coverage/given';
import { tableRows } from './row';

const reviews = { resource: 'review', operation: 'getAll', character: typed('wise-teacher') };
const character = (value: string) => ({ character: typed(value) });

export const characterRows = tableRows('characters', new InferenceCharacters(), {}, [
	[
		{ resource: 'character', operation: 'get', ...character('={{ "" }}') },
		'Character must not be empty',
	],
	[{ resource: 'character', operation: 'get', ...character('..') }, '".." is not a valid ID'],
	[{ ...reviews, ...character('={{ "" }}') }, 'Character must not be empty'],
]);
