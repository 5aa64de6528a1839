import { type Covered } from './covered';
import { splitPlace } from './route';
import { versionOf } from './versions/versions';

/** One field of one operation: which parameters send it, and which tests saw it. */
export interface Row {
	operation: string;
	/** Name on the wire. */
	field: string;
	/** How it travels: `body`, `form`, `query`, `path`, `header`. */
	ways: string[];
	parameters: string[];
	tests: string[];
	/** The version of the interface that brought it; empty where no description names it. */
	since: string;
}

/** The rows of an operation; objects that only hold other fields have none, and an operation without fields has one that says so. */
export function rowsOf({ operation, route, senders, fixed, runs }: Covered): Row[] {
	const own = new Set([...senders.flatMap(({ places }) => places), ...fixed.keys()]);
	const filled = route.fields.filter((place) => own.has(place));
	const names = [...new Set(filled.map((place) => splitPlace(place).name))];
	if (names.length === 0) {
		const tests = runs.map(({ name }) => name);
		return [
			{
				operation: operation.name,
				field: 'none',
				ways: [],
				parameters: ['none'],
				tests,
				since: '',
			},
		];
	}
	return names.map((field) => {
		const places = filled.filter((place) => splitPlace(place).name === field);
		const mine = senders.filter((sender) => sender.places.some((at) => places.includes(at)));
		const words = places.flatMap((place) => fixed.get(place) ?? []);
		const proofs = places.flatMap((place) => [
			...mine.flatMap(({ seen }) => seen.get(place) ?? []),
			...(fixed.has(place) ? runs.filter((run) => run.places.has(place)) : []).map(
				({ name }) => name,
			),
		]);
		return {
			operation: operation.name,
			field,
			ways: places.map((place) => splitPlace(place).way),
			parameters: [...mine.map(({ label }) => label), ...words],
			tests: [...new Set(proofs)],
			since: places.map((place) => versionOf(route.name, place)).find(Boolean) ?? '',
		};
	});
}
