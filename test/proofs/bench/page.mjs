/** @typedef {{ median: number, least: number, most: number }} Spread */

const NAMES = {
	ours: 'This package',
	bareDeclarative: 'Bare declarative node',
	httpRequest: 'HTTP Request',
	httpRequestBatches: 'HTTP Request, batches of 20 a minute',
	openAi: 'OpenAI, other base URL',
	undici: 'undici, no n8n',
};

/** @param {string} way */
const named = (way) => NAMES[/** @type {keyof typeof NAMES} */ (way)] ?? way;

/** @param {Spread} spread */
const shown = ({ median, least, most }) => `${median} (${least} to ${most})`;

/** @param {string[]} head @param {Array<Array<string | number>>} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {any} results */
export const charts = ({ limits }) => ({
	'docs/images/benchmark-limits.svg': {
		title: `${limits.items} items under a limit of ${limits.perMinute} a minute`,
		subtitle: 'What became of each way’s calls',
		unit: 'calls',
		series: ['Answered and billed', 'Refused'],
		bars: Object.entries(limits.ways).map(([way, { billed, refused }]) => ({
			label: named(way),
			values: [billed, refused],
		})),
	},
});

/** @param {any} overhead @param {'elapsed' | 'processor'} clock */
const overheadTable = (overhead, clock) =>
	table(
		['Items', 'Way', 'ms an item', 'This package is … times that'],
		overhead.flatMap((/** @type {any} */ { items, [clock]: { perItemMs, ratio } }) =>
			Object.entries(perItemMs).map(([way, ms]) => [
				items,
				named(way),
				shown(/** @type {Spread} */ (ms)),
				ratio[way] ? shown(ratio[way]) : '',
			]),
		),
	);

/** @param {any} growth */
const growthTable = ({ sizes, subjects }) =>
	table(
		['What', ...sizes.map((/** @type {number} */ size) => size.toLocaleString('en'))],
		Object.entries(subjects).map(([name, { ms, ratios }]) => [
			name,
			...ms.map((/** @type {Spread} */ { median }, /** @type {number} */ at) =>
				at === 0 ? median : `${median} (${ratios[at - 1]})`,
			),
		]),
	);

/** The page of the results, in Markdown. @param {any} results */
export function page(results) {
	const { machine, overhead, limits, memory, growth, walk, windows, package: size } = results;
	const last = overhead.at(-1).processor.ratio;
	/** @type {number[]} */
	const firstUses = Object.values(size.firstUseMs);
	const [fewest, longest] = [Math.min(...firstUses), Math.max(...firstUses)];
	return `# Benchmark

Made by \`npm run bench\` from \`benchmark.json\`; do not edit it by hand. All ways are measured in one run, side by side, against the
local service on the same machine (${machine.cores} cores, ${machine.processor}; n8n ${machine.n8n}). Values are the median, and in brackets the least and the most.
Absolute times say little about another machine; the ratios are what to look at.

## What an item costs

One chat completion an item, answered at once, so that only the work of the client is left. Processor time counts this process alone; elapsed
time holds the service's work too. "Bare declarative node" is the smallest node that n8n's declarative routing can run, with two
parameters and nothing of this package: what n8n itself takes before a line of ours runs. At ${overhead.at(-1).items} items this package takes
${last.httpRequest.median} times the processor time of the HTTP Request node and ${last.bareDeclarative.median} times that of the bare declarative node.

### Processor time

${overheadTable(overhead, 'processor')}

### Elapsed time

${overheadTable(overhead, 'elapsed')}

## Many items under a limit

${limits.items} items, ${limits.perMinute} calls a minute allowed, on a clock that runs 60 times faster; the least time is ${limits.leastMinutes} minutes.
The other nodes run with "continue on fail", or they would stop at the first refusal. An item that was not answered has to be found and sent again by hand.

![Calls answered and refused](images/benchmark-limits.svg)

${table(
	[
		'Way',
		'Items answered',
		'Calls refused',
		'of these after the first minute',
		'Calls billed',
		'Minutes',
		'By the least time',
	],
	Object.entries(limits.ways).map(([way, run]) => {
		const { answered, refused, refusedLater, billed, minutes, ratio } = /** @type {any} */ (run);
		const whole = answered === limits.items;
		return [
			named(way),
			answered,
			refused,
			refusedLater,
			billed,
			minutes,
			whole ? ratio : 'not finished',
		];
	}),
)}

## Memory

Growth of the process over its idle size, in megabytes, with n8n's binary data in the file system.

${table(
	['File', 'Size', 'Files at once', 'Idle', 'Peak', 'Growth'],
	Object.entries(memory).flatMap(([kind, rows]) =>
		/** @type {any[]} */ (rows).map(({ bytes, files, idleMb, peakMb }) => [
			kind,
			kind === 'speech'
				? `${bytes.toLocaleString('en')} characters`
				: `${Math.round(bytes / 1e6)} MB`,
			files,
			idleMb,
			peakMb,
			Math.round(peakMb - idleMb),
		]),
	),
)}

## What a hostile service can cost

Processor time in milliseconds of reading what a service sends without end, over three sizes, each four times the one before. In brackets behind it: the time for
each piece, by that at the size before. 1 is a cost that grows with the size; one that grows with the square of it would have 4.

${growthTable(growth)}

## A long usage history

The whole history as one CSV file in n8n's binary store, beside undici that reads the same pages and throws them away. The local service makes each entry when it is asked
for, which takes most of the time of both.

${table(
	['Entries', 'Entries a second', 'undici', 'Ratio', 'Growth of memory in MB'],
	Object.entries(walk).map(([entries, run]) => {
		const { entriesPerSecond, ratio, growthMb } = /** @type {any} */ (run);
		const { ours, undici } = entriesPerSecond;
		return [
			Number(entries).toLocaleString('en'),
			shown(ours),
			shown(undici),
			shown(ratio),
			shown(growthMb),
		];
	}),
)}

### Several windows at once

A month of 100,000 entries, where the service takes 100 ms to answer a request for a page. Pages are read ahead, as many at a time as *Max Concurrent Requests*
allows: five by default, one where "one request at a time" is written. Every way gave the same report to the last digit, and the same bytes of CSV: ${
		Object.values(windows.ways).every(({ isSame }) => isSame) ? 'yes' : 'NO'
	}.
While it was measured, ${windows.load} processes on average ran or waited for the ${machine.cores} cores.${
		windows.load > 2 * machine.cores
			? ' On so busy a machine the processor, and not the answers, decides how long a walk takes.'
			: ''
	}

${table(
	[
		'Way',
		'Seconds',
		'One request at a time takes … times that',
		'undici takes … times that',
		'Growth of memory in MB',
	],
	Object.entries(windows.ways).map(([way, { seconds, growthMb }]) => {
		const single = windows.ways[`${way.split(',')[0]}, one request at a time`] ?? windows.ways[way];
		const chain = windows.ways['undici, one chain of cursors'];
		const times = (/** @type {any} */ other) =>
			other === windows.ways[way]
				? ''
				: Number((other.seconds.median / seconds.median).toPrecision(3));
		return [way, shown(seconds), times(single), times(chain), shown(growthMb)];
	}),
)}

## The package

${table(
	['What', 'Figure'],
	[
		[
			'When n8n starts: descriptions read, no file of the package required',
			`${shown(size.startMs)} ms`,
		],
		['First use of a node, beyond n8n-workflow', `${fewest} to ${longest} ms`],
		['All files at once, as while it is being installed', `${shown(size.everythingMs)} ms`],
		[
			'Descriptions of all nodes, tools included',
			`${size.descriptionsKb} kB (${size.descriptionsGzippedKb} kB compressed)`,
		],
		['Tarball', `${size.tarballKb} kB (${size.unpackedKb} kB unpacked)`],
	],
)}
`;
}
