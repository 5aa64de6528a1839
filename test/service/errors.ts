import type { ZodIssue } from 'zod';

/** A refusal on its way to the caller: thrown anywhere while a request is served. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: unknown,
		readonly headers: Record<string, string> = {},
	) {
		super(`refused with status ${status}`);
	}
}

/** Shape A: one sentence, and a machine code where the service has one. */
export function refuse(status: number, error: string, code?: string): Refusal {
	return new Refusal(status, code === undefined ? { error } : { error, code });
}

/** Shape B: one sentence, the errors per field, and the raw issues. */
export function invalidRequest(found: readonly ZodIssue[]): Refusal {
	const issues = found.flatMap(mostTelling);
	const root: string[] = [];
	const fields = new Map<string, string[]>();
	const note = (field: string, message: string) =>
		fields.set(field, [...(fields.get(field) ?? []), message]);
	for (const issue of issues) {
		const [field, ...rest] = issue.path;
		if (field !== undefined) {
			note(String(field), rest.length ? `${rest.join('.')}: ${issue.message}` : issue.message);
		} else if (issue.code === 'unrecognized_keys') {
			for (const key of issue.keys) note(key, 'This field is not known here');
			root.push(issue.message);
		} else {
			root.push(issue.message);
		}
	}
	const byField = Object.fromEntries([...fields].map(([key, _errors]) => [key, { _errors }]));
	return new Refusal(400, {
		error: 'The request has invalid parameters',
		details: { _errors: root, ...byField },
		issues,
	});
}

/** Shape B for one field that a rule beyond the schema refuses. */
export function invalidField(field: string, message: string, code?: string): Refusal {
	return new Refusal(400, {
		error: message,
		...(code !== undefined && { code }),
		details: { _errors: [], [field]: { _errors: [message] } },
		issues: [{ code: 'custom', path: [field], message }],
	});
}

/** A union fails in every branch; the branch that got furthest says what is wrong. */
function mostTelling(issue: ZodIssue): ZodIssue[] {
	if (issue.code !== 'invalid_union') return [issue];
	const branches = issue.unionErrors.map((error) => error.issues.flatMap(mostTelling));
	const depth = (branch: ZodIssue[]) => Math.max(0, ...branch.map((one) => one.path.length));
	return branches.sort((a, b) => depth(b) - depth(a))[0] ?? [issue];
}
