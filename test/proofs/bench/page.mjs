/** @typedef {{ median: number, least: number, most: number }} Spread */

const NAMES = {
	ours: 'This package',
	bareDeclarative: 'Bare declarative node',
	httpRequest: 'HTTP Request',
	httpRequestBatches: 'HTTP Request, batches of 20 a minute',
	openAi: 'OpenAI, other base URL',
	undici: 'undici, no n8n',
	masked: 'This package, secrets masked in the bytes first',
	bareParser: '`eventsource-parser` and `JSON.parse`',
	openAiClient: '`openai`, the official client',
};

/** @param {string} way */
const nameOf = (way) => NAMES[/** @type {keyof typeof NAMES} */ (way)] ?? way;

/** @param {Spread} spread */
const shown = ({ median, least, most }) => `${median} (${least} to ${most})`;

/** @param {string[]} head @param {Array<Array<string | number>>} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {string} kind @param {number} size */
function sizeOf(kind, size) {
	const units = /** @type {Record<string, string>} */ ({ speech: 'characters', subtitles: 'cues' });
	const unit = units[kind];
	return unit ? `${size.toLocaleString('en')} ${unit}` : `${Math.round(size / 1e6)} MB`;
}

/** Names as short as a bar is wide: a chart leaves out labels that touch. @type {Record<string, string>} */
const BAR_NAMES = { httpRequestBatches: 'In batches', openAi: 'OpenAI node' };

/** @param {any} results */
export const charts = ({ limits }) => ({
	'docs/images/benchmark-limits.svg': {
		title: `${limits.items} items under a limit of ${limits.perMinute} a minute`,
		subtitle: 'What became of each way’s calls',
		unit: 'calls',
		series: ['Answered and billed', 'Refused'],
		bars: Object.entries(limits.ways).map(([way, { billed, refused }]) => ({
			label: BAR_NAMES[way] ?? nameOf(way),
			values: [billed, refused],
		})),
	},
});

/** @param {any} overhead @param {'elapsed' | 'processor'} clock */
const overheadTable = (overhead, clock) =>
	table(
		['Items', 'Client', 'ms per item', 'This package takes … times as long'],
		overhead.flatMap((/** @type {any} */ { items, [clock]: { perItemMs, ratio } }) =>
			Object.entries(perItemMs).map(([way, ms]) => [
				items,
				nameOf(way),
				shown(/** @type {Spread} */ (ms)),
				ratio[way] ? shown(ratio[way]) : '',
			]),
		),
	);

/** @param {any} streaming */
const streamingTable = (streaming) =>
	table(
		[
			'Tokens',
			'Bytes',
			'Times the bytes',
			'Processor time, ms',
			'Times the processor time',
			'Elapsed, times',
		],
		streaming.map((/** @type {any} */ { tokens, bytes, processor, elapsed }) => [
			tokens.toLocaleString('en'),
			`${bytes.ours.toLocaleString('en')} (${bytes.whole.toLocaleString('en')})`,
			Math.round((10 * bytes.ours) / bytes.whole) / 10,
			`${processor.perItemMs.ours.median} (${processor.perItemMs.whole.median})`,
			shown(processor.ratio.whole),
			shown(elapsed.ratio.whole),
		]),
	);

/** @param {any} reader */
const readerTable = ({ reads }) =>
	table(
		['Bytes of one read', 'Reader', 'Processor time, ms', 'The first one takes … times as long'],
		Object.entries(reads).flatMap(([size, { perItemMs, ratio }]) =>
			Object.entries(perItemMs).map(([way, ms]) => [
				size,
				nameOf(way),
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

/** @param {any} faults */
function faultsText({ timeoutMs, slowMs, limitMs, items, troubles }) {
	const seconds = (/** @type {number} */ ms) => `${ms / 1_000} s`;
	/** @type {Record<string, string>} */
	const happens = {
		lost: 'The connection is cut after the call was charged',
		slow: `The answer takes ${seconds(slowMs)}, and *Timeout* is ${seconds(timeoutMs)}`,
		failed: '500, not charged',
		limited: `429 for ${seconds(limitMs)}, which its headers say`,
		failedAmong: `All ${items} items in one execution, in which one call gets a 500`,
	};
	const rows = Object.entries(troubles).flatMap(([trouble, ways]) =>
		Object.entries(ways).map(([way, { answered, paidTwice, lost, named }]) => [
			happens[trouble],
			nameOf(way),
			answered,
			paidTwice,
			lost === 0 ? 0 : `${lost} (${named})`,
		]),
	);
	return `${items} items in each line, each in an execution of its own except in the last kind, with n8n's *Retry On Fail* as it is preset: three tries, a second apart. The first call of an item meets the trouble, and the ledger of the local service says what was charged. In parentheses: how many of the errors say that the call may have been charged. The OpenAI node has no *Timeout*, so it waits for the slow answer.

${table(['What happens', 'Client', 'Answered', 'Paid twice', 'Paid, and no answer'], rows)}

*Retry On Fail* runs the node again with all its items, also with those that were answered and paid for. This package keeps their answers, and asks again only where nothing was charged. A lost answer stays lost until you decide to pay for another one.`;
}

/** The page of the results, in Markdown. @param {any} results */
export function page(results) {
	const {
		machine,
		overhead,
		streaming,
		reader,
		limits,
		faults,
		memory,
		growth,
		walk,
		windows,
		package: size,
	} = results;
	const last = overhead.at(-1).processor.ratio;
	/** @type {Array<{ ms: number, times: number }>} */
	const firstUses = Object.values(size.firstUse);
	const range = (/** @type {number[]} */ values) =>
		[...new Set([Math.min(...values), Math.max(...values)])].join(' to ');
	const firstUseMs = range(firstUses.map(({ ms }) => ms));
	const firstUseTimes = range(firstUses.map(({ times }) => times));
	return `# Benchmark

This page compares the package with other clients of the same service: processor time, limits, memory, and long histories. It is generated by \`npm run proof -- bench\` from \`benchmark.json\`; do not edit it.

All clients ran side by side in one run, against the local service on the same machine (${machine.cores} cores, ${machine.processor}; n8n ${machine.n8n}). Values are medians, with the minimum and maximum in parentheses. Absolute times depend on the machine; compare the ratios.

## Time per item

Each item is one chat completion that the service answers immediately, so the figures show the work of the client. Processor time is that of the client's process; elapsed time includes the service. The *bare declarative node* has two parameters and no code of this package: it shows what n8n's declarative routing costs on its own. At ${overhead.at(-1).items} items, this package takes ${last.httpRequest.median} times the processor time of the HTTP Request node and ${last.bareDeclarative.median} times that of the bare declarative node.

### Processor time

${overheadTable(overhead, 'processor')}

### Elapsed time

${overheadTable(overhead, 'elapsed')}

## Streamed answers

Chat and agents receive an answer as a stream by default, so that no server in between ends a long one for having sent nothing ([streaming](../ai.md#streaming)). The table compares that with the same answer in one piece (*Stream Response to Avoid Timeouts* off, figures in parentheses), for a service that sends one token per event.

${streamingTable(streaming)}

### Reading the events

What it costs to read one streamed answer of ${reader.events.toLocaleString('en')} tokens. Each reader gets the same bytes from memory and joins the text. This package also joins every other field, counts what it holds, and knows a finished answer from half of one. Before it reads an answer, it masks secrets in the bytes as they come; the second line of each size includes that, from a stream of Node.

${readerTable(reader)}

## Many items under a limit

${limits.items} items at ${limits.perMinute} calls a minute, on a clock that runs 60 times as fast. The shortest possible time is ${limits.leastMinutes} minutes. The other nodes run with *On Error: Continue*; otherwise they would stop at the first refusal. You have to find and resend each item that they did not answer.

![Calls answered and refused](../images/benchmark-limits.svg)

${table(
	[
		'Client',
		'Items answered',
		'Calls refused',
		'Refused after the first minute',
		'Calls billed',
		'Minutes',
		'Times the shortest',
	],
	Object.entries(limits.ways).map(([way, run]) => {
		const { answered, refused, refusedLater, billed, minutes, ratio } = /** @type {any} */ (run);
		const whole = answered === limits.items;
		return [
			nameOf(way),
			answered,
			refused,
			refusedLater,
			billed,
			minutes,
			whole ? ratio : 'not finished',
		];
	}),
)}

## Calls in trouble

${faultsText(faults)}

## Memory

Memory of the process above its idle size, in megabytes, with n8n's binary data in the file system.

${table(
	['File', 'Size', 'Files at once', 'Idle', 'Peak', 'Growth'],
	Object.entries(memory).flatMap(([kind, rows]) =>
		/** @type {any[]} */ (rows).map(({ bytes, files, idleMb, peakMb }) => [
			kind,
			sizeOf(kind, bytes),
			files,
			idleMb,
			peakMb,
			Math.round(peakMb - idleMb),
		]),
	),
)}

## What a hostile service can cost

Processor time in milliseconds to read an answer made to be expensive, at three sizes, each four times the last. In parentheses: the time per piece divided by the time per piece at the size before. 1 is linear, 4 is quadratic.

${growthTable(growth)}

## A long usage history

The whole history is written as one CSV file to n8n's binary store. For comparison, undici reads the same pages and discards them. Most of the time goes into the local service, which generates each entry on request.

${table(
	['Entries', 'Entries per second', 'undici', 'Ratio', 'Memory growth in MB'],
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

A month of 100,000 entries from a service that takes 100 ms per page. Pages are read ahead, as many at a time as *Max Concurrent Requests* allows: five by default. Each client has a process of its own that walks the month three times; memory grows most in the first one. All of them returned ${
		windows.isSame
			? 'the same report to the last digit, and the same bytes of CSV'
			: '**different** reports or bytes of CSV'
	}. The load average of the machine was ${windows.load} on ${machine.cores} cores.${
		windows.load > 2 * machine.cores
			? ' On a machine as busy as this one, the processor decides how long a history takes, not the service.'
			: ''
	}

${table(
	[
		'Client',
		'Seconds',
		'Speedup over one request at a time',
		'Speedup over undici',
		'Memory growth in MB, walk by walk',
	],
	Object.entries(windows.ways).map(([way, { seconds, growthMb }]) => {
		const single = windows.ways[`${way.split(',')[0]}, one request at a time`] ?? windows.ways[way];
		const chain = windows.ways['undici, one chain of cursors'];
		const times = (/** @type {any} */ other) =>
			other === windows.ways[way]
				? ''
				: Number((other.seconds.median / seconds.median).toPrecision(3));
		return [way, shown(seconds), times(single), times(chain), growthMb.join(', ')];
	}),
)}

## The package

Times are processor time of one process, medians of three.

${table(
	['What', 'Figure'],
	[
		[
			'Start of n8n: it reads the descriptions and loads no code of the package',
			`${shown(size.startMs)} ms`,
		],
		[
			'First use of a node, on top of n8n-workflow',
			`${firstUseMs} ms: ${firstUseTimes} times what n8n-workflow takes in the same process`,
		],
		['All files at once, as during installation', `${shown(size.everythingMs)} ms`],
		[
			'Descriptions of all nodes, including tools',
			`${size.descriptionsKb} kB (${size.descriptionsGzippedKb} kB compressed)`,
		],
		['Tarball', `${size.tarballKb} kB (${size.unpackedKb} kB unpacked)`],
	],
)}
`;
}
