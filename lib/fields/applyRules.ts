import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { accept } from './accept';
import { PATH_KEY, withPathValues } from './routing';
import type { WireRule } from './rules';

/**
 * Checks and converts every value that n8n collected for the wire, drops what was left empty, and puts path values into the address.
 * Changes `options` in place; throws the ServiceFailure of the first value that cannot be sent.
 */
export function applyRules(options: IHttpRequestOptions, rules: WireRule[], zone: string): void {
	const body = isRecord(options.body) ? options.body : {};
	const query = isRecord(options.qs) ? options.qs : {};
	for (const rule of rules) {
		const holder = rule.where === 'body' ? body : query;
		const steps = rule.path.split('.');
		const name = steps.pop() ?? rule.path;
		const parent = steps.reduce<unknown>(
			(record, step) => (isRecord(record) ? record[step] : undefined),
			holder,
		);
		if (!isRecord(parent) || !(name in parent)) continue;
		const value = accept(rule, parent[name], zone);
		if (value === undefined) delete parent[name];
		else parent[name] = value;
	}
	const { [PATH_KEY]: pathValues, ...rest } = query;
	options.qs = rest as IHttpRequestOptions['qs'];
	if (isRecord(pathValues)) options.url = withPathValues(options.url, pathValues);
}
