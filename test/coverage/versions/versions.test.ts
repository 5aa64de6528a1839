import { SERVICE_VERSION } from '../../service/headers';
import { OFFERED } from '../covered';
import { WIRE_ROUTES } from '../route';
import { fieldsUpTo, NAMED_ALONE, UNPUBLISHED, VERSIONS } from './versions';

const NEWEST = VERSIONS.at(-1)?.version ?? '';

/** Fields that the local service takes although no published description names them, and why. */
const UNDESCRIBED: Record<string, string[]> = {
	// The reference of the chat request names it in words only.
	'POST /chat/completions': ['body:reasoning.enabled'],
};

/** Described fields that a schema of one request cannot have: a header of every request, and the calls of a batch. */
const ELSEWHERE = /^(header:Accept-Encoding|body:\[\]\..*)$/;

const lower = (fields: string[]) => fields.map((field) => field.toLowerCase()).sort();

it('the local service is of the newest version', () => {
	expect(SERVICE_VERSION).toBe(NEWEST);
});

it.each(VERSIONS.slice(1))('$version adds only what the ones before do not have', (version) => {
	const before = VERSIONS[VERSIONS.indexOf(version) - 1]?.version ?? '';
	for (const [operation, fields] of Object.entries(version.added)) {
		const known = fieldsUpTo(before, operation);
		// An operation that is not new, but was never named, is misspelled.
		if (!version.operations.includes(operation)) expect(known).not.toEqual([]);
		expect(fields.filter((field) => known.includes(field))).toEqual([]);
	}
});

const described = WIRE_ROUTES.filter(({ name }) => fieldsUpTo(NEWEST, name).length > 0);

it('describes the requests that have fields', () => {
	const bare = WIRE_ROUTES.filter((route) => !described.includes(route) && route.fields.length > 0);
	const names = bare.map(({ name }) => name).filter((name) => !UNPUBLISHED.operations.test(name));
	expect(
		names
			.filter((name) => !NAMED_ALONE.includes(name))
			.map(
				(name) =>
					`${name} is in no version: add it to UNPUBLISHED.operations in test/coverage/versions/versions.ts`,
			),
	).toEqual([]);
	expect(names).toEqual(NAMED_ALONE);
});

it.each(described)('$name has the fields of the newest version', ({ name, fields }) => {
	const published = fieldsUpTo(NEWEST, name).filter((field) => !ELSEWHERE.test(field));
	const unpublished = [...(UNDESCRIBED[name] ?? []), ...(UNPUBLISHED.added[name] ?? [])];
	const known = lower([...published, ...unpublished]);
	expect(
		lower(fields)
			.filter((field) => !known.includes(field))
			.map(
				(field) =>
					`${field} is in no version: add it to UNPUBLISHED.added in test/coverage/versions/versions.ts`,
			),
	).toEqual([]);
	expect(lower(fields)).toEqual(known);
});

it('no node calls what is gone', () => {
	const gone = VERSIONS.flatMap((version) => version.gone);
	const called = OFFERED.map(({ method, url }) => `${method} ${url}`);
	expect(gone).not.toEqual([]);
	expect(called.filter((call) => gone.includes(call))).toEqual([]);
});
