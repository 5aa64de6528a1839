import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import { prepared } from '../../coverage/fullRun';
import { type PanelField, panelOperations } from '../../coverage/panel';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { FULL_RUNS } from '../../coverage/runs/all';
import { withService } from '../withService';

const world = withService({
	history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 },
	balances: { usd: 10_000 },
});

const text = (length: number) => 'x'.repeat(length);

/** Values that a field refuses by its own description, each just outside of what it allows. */
function refusedBy({ type, required, typeOptions = {} }: INodeProperties): unknown[] {
	const { minValue: min, maxValue: max, aboveMin, numberPrecision, shape } = typeOptions;
	const { minLength = 0, maxLength, maxItems, open, dateOnly } = typeOptions as Limits;
	const values: unknown[] = required === true ? ['', ' \n'] : [];
	if (type === 'number') {
		values.push('many');
		if (min !== undefined) values.push(aboveMin === true ? min : min - 1);
		if (max !== undefined) values.push(max + 1);
		if (numberPrecision === 0) values.push((min ?? Math.min(1, max ?? 1)) + 0.5);
	}
	if (type === 'boolean') values.push('perhaps');
	if (/^options|^multiOptions/.test(type) && open !== true) values.push('no such choice');
	if (type === 'dateTime' || dateOnly === true) values.push('yesterday', '2026-02-30');
	if (type === 'json') values.push('[{', shape === 'array' ? '{"a":1}' : '[]');
	if (type === 'string' && dateOnly !== true) {
		values.push([{ a: 1 }]);
		if (minLength > 1) values.push(text(minLength - 1));
		if (maxLength !== undefined) values.push(text(maxLength + 1));
	}
	if (maxItems !== undefined) values.push(Array.from({ length: maxItems + 1 }, () => 'x'));
	return values;
}
interface Limits {
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	open?: boolean;
	dateOnly?: boolean;
}

/** The parameters with another value at a place that has one; undefined where none is. */
function changed(value: unknown, [step, ...rest]: string[]): unknown {
	if (step === undefined)
		return isRecord(value) && 'mode' in value ? { ...value, value: BAD } : BAD;
	if (!isRecord(value) || !(step in value)) return undefined;
	const inner = changed(value[step], rest);
	return inner === undefined ? undefined : { ...value, [step]: inner };
}
const BAD = '={{ $json.bad }}';

/** What went out and is no look-up. */
const sent = () =>
	world.service.journal.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/quote'));

interface Asked {
	node: INodeType;
	title: string;
	fields: PanelField[];
	runs: (typeof FULL_RUNS)[number]['runs'];
	chosen: INodeParameters;
}

const OPERATIONS = FULL_RUNS.filter(({ node }) => !node.poll).flatMap(({ node, runs }): Asked[] =>
	panelOperations(node).map(({ name, resource, value, fields }) => ({
		node,
		title: `${node.description.displayName} > ${name}`,
		// Of what is not sent, numbers have their limits in the panel too, and switches two values; Consent has a sentence for its three.
		fields: fields.filter(
			({ rule, path, property: { type } }) =>
				rule ?? (/^(number|boolean)$/.test(type) && !path.includes('consent.')),
		),
		runs: runs.filter((run) => run.resource === resource && run.operation === value),
		chosen: { ...(resource !== undefined && { resource }), operation: value },
	})),
);

it.each(OPERATIONS.filter(({ fields }) => fields.length > 0))(
	'$title refuses in each field what its rule does not allow, names it and what to do, and sends nothing',
	async ({ node, fields, runs, chosen }) => {
		const wrong: string[] = [];
		const unset = new Set(fields.map(({ label }) => label));
		const unsent = new Set(fields.flatMap(({ rule, label }) => (rule ? [] : [label])));
		for (const run of runs) {
			const parameters = prepared(run.parameters, await run.prepare?.(world));
			for (const { path, label, property } of fields) {
				const given = changed(parameters, path.split('.')) as INodeParameters | undefined;
				if (given === undefined || !unset.delete(label)) continue;
				for (const bad of refusedBy(property)) {
					const before = sent().length;
					const { error } = await world.run({
						...world.accessWith(run.credential ?? {}),
						...{ node, parameters: { ...given, ...chosen } },
						items: (run.items ?? [{ json: {} }]).map((item) => ({
							...item,
							json: JSON.parse(JSON.stringify({ ...item.json, bad })),
						})),
					});
					const isNamed = error?.message.startsWith(`${property.displayName} m`);
					const hasStep = /\w{2,} \w/.test(String(error?.description ?? ''));
					if (!isNamed || !hasStep || sent().length > before)
						wrong.push(`${label} ${JSON.stringify(bad).slice(0, 40)}: ${error?.message}`);
				}
			}
		}
		expect(wrong).toEqual([]);
		expect([...unset].filter((label) => !unsent.has(label))).toEqual([]);
	},
);
