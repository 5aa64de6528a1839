import { isRecord } from '../../core/record';
import { saysSomething } from '../../core/errorField';
import { cut } from '../../core/cut';
import { wireText } from '../../core/wireText';

/** As much as a person reads of what the service says, in characters. */
const MAX_ERROR_CHARACTERS = 1_000;

/** What an answer of status 200 says of what went wrong, as a sentence; empty where it says nothing. */
export function errorTextIn(facts: Record<string, unknown>): string {
	const { error, message, reason, detail } = facts;
	const nested = isRecord(error) ? (error.message ?? error.detail ?? error.code) : error;
	const said = [nested, message, reason, detail].find(
		(one) => typeof one === 'string' && one.trim() !== '',
	);
	const text = said ?? (saysSomething(error) ? JSON.stringify(error) : '');
	return cut(wireText(text), MAX_ERROR_CHARACTERS).text;
}
