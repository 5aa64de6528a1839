import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { accept, isNewWord } from './accept';
import { PATH_KEY, withPathValues } from './routing';
import type { WireRule } from './rules';

type Json = Record<string, unknown>;

/**
 * Checks and converts every value that n8n collected for the wire, drops what was left empty, and puts path values into the address.
 * Changes `options` in place, and returns a sentence for each word that is not known here; throws the ServiceFailure of the first value that cannot be sent.
 */
export function applyRules(
	options: IHttpRequestOptions,
	rules: WireRule[],
	zone: string,
): string[] {
	const warnings: string[] = [];
	const body: Json = isRecord(options.body) ? options.body : {};
	const query: Json = isRecord(options.qs) ? options.qs : {};
	for (const rule of rules) {
		const names = rule.path.split('.');
		const name = names.pop() ?? rule.path;
		const parent = recordAt(rule.where === 'body' ? body : query, names);
		if (parent === undefined || !(name in parent)) continue;
		const value = accept(rule, parent[name], zone);
		if (isNewWord(rule, value)) {
			warnings.push(`${rule.label} "${value}" is not known to this version and is sent as it is`);
		}
		if (value === undefined) delete parent[name];
		else parent[name] = value;
	}
	const { [PATH_KEY]: pathValues, ...rest } = query;
	options.qs = rest as IHttpRequestOptions['qs'];
	if (isRecord(pathValues)) options.url = withPathValues(options.url, pathValues);
	return warnings;
}

/** The record at a path of names; undefined where there is none. */
function recordAt(holder: Json, names: string[]): Json | undefined {
	const found = names.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], holder);
	if (found === holder) return holder;
	return found !== undefined && isRecord(found) ? found : undefined;
}
