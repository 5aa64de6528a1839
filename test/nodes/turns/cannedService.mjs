import { createServer } from 'node:http';

/** Answers of ordinary, large sizes, made in a process of its own so that none of its work is counted as the node's. */

const MB = 1_000_000;
const repeated = (/** @type {string} */ text, bytes = 10 * MB) =>
	text.repeat(Math.ceil(bytes / text.length));

/** @type {Record<string, () => string>} Results of JSON-RPC calls. */
const RESULTS = {
	floats: () => `[${repeated('0.123456789012345,')}1]`,
	digits: () => `"0x${'0'.repeat(10 * MB)}"`,
	lists: () => `[${repeated('[1,[2,{"a":3}]],', 4 * MB)}1]`,
	text: () => JSON.stringify(repeated('The quick brown fox "jumps" over\n')),
};

const vector = Array.from({ length: 1536 }, (_, index) => Math.sin(index));
const embedding = JSON.stringify({ object: 'embedding', embedding: vector }).slice(1);

const FROM = Date.parse('2026-03-28T00:00:00.000Z');
const [ENTRIES, PAGE] = [Number(process.argv[2]), 1_000];
/** Two days of entries. */
const STEP_MS = 170_000_000 / ENTRIES;
const entry = (/** @type {number} */ index) => ({
	...{
		timestamp: new Date(FROM + index * STEP_MS).toISOString(),
		amount: -0.000123 * (1 + (index % 7)),
	},
	...{ currency: 'USD', sku: `model-${index % 9}-llm-output-mtoken`, pricePerUnitUsd: 1.25 },
	...{ units: 0.000081, notes: 'API Inference' },
	inferenceDetails: {
		requestId: `chatcmpl-${index}`,
		...{ promptTokens: 120, completionTokens: 81, inferenceExecutionTime: 812 },
	},
});

/** @param {URL} url */
function page({ searchParams }) {
	const [start, end] = ['startTimestamp', 'endTimestamp'].map((name) => searchParams.get(name));
	const place = searchParams.get('cursor')?.split(' ').map(Number);
	const indexAt = (/** @type {string} */ at) =>
		Math.max(0, Math.ceil((Date.parse(at) - FROM) / STEP_MS));
	const [first = 0, last = 0] = place ?? [
		start ? indexAt(start) : 0,
		end ? Math.min(ENTRIES, indexAt(end)) : ENTRIES,
	];
	const data = [];
	for (let index = first; index < Math.min(last, first + PAGE); index++) data.push(entry(index));
	const next = first + PAGE < last ? `${first + PAGE} ${last}` : null;
	return JSON.stringify({ data, nextCursor: next });
}

const word = (/** @type {number} */ at) => ({ word: 'word', start: at / 4, end: (at + 1) / 4 });
const chat = JSON.stringify({
	...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'text-basic' },
	choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** What a part of a long text sounds like, as WAV. */
function speech() {
	const file = Buffer.alloc(40 * MB, 'abcd1234');
	const head = '52494646ffffffff57415645666d74201000000001000100c05d000080bb000002001000';
	file.write(head, 'hex');
	file.writeUInt32LE(file.length - 8, 4);
	file.write('data', 36);
	file.writeUInt32LE(file.length - 44, 40);
	return file;
}

/** @type {Record<string, (url: URL, body: string) => string | Buffer>} */
const ROUTES = {
	'/audio/speech': speech,
	'/chat/completions': () => chat,
	'/embeddings': (_, body) => {
		const count = JSON.parse(body).input.length;
		const data = Array.from({ length: count }, (_, index) => `{"index":${index},${embedding}`);
		return `{"object":"list","model":"embed","data":[${data.join(',')}],"usage":{"prompt_tokens":9,"total_tokens":9}}`;
	},
	'/billing/usage-history': page,
	'/short/audio/transcriptions': () => '{"text":"A word","duration":780}',
	'/audio/transcriptions': () =>
		JSON.stringify({
			...{ text: repeated('word ', 75_000), duration: 3_750 },
			timestamps: {
				word: Array.from({ length: 60_000 / 4 }, (_, at) => word(at)),
				char: Array.from({ length: 60_000 }, (_, at) => ({
					char: 'a',
					start: at / 16,
					end: (at + 1) / 16,
				})),
			},
		}),
};

const server = createServer((request, response) => {
	const url = new URL(request.url ?? '/', 'http://localhost');
	/** @type {Buffer[]} */
	const pieces = [];
	request.on('data', (piece) => pieces.push(piece));
	request.on('end', () => {
		const body = Buffer.concat(pieces).toString('latin1');
		const result = /\/crypto\/rpc\/(\w+)/.exec(url.pathname)?.[1];
		const made = RESULTS[result ?? ''];
		const answer = made
			? `{"jsonrpc":"2.0","id":1,"result":${made()}}`
			: ROUTES[url.pathname]?.(url, body);
		const type = Buffer.isBuffer(answer) ? 'audio/wav' : 'application/json';
		response.writeHead(answer === undefined ? 404 : 200, { 'content-type': type });
		response.end(answer ?? '{"error":"No such path"}');
	});
});
server.listen(0, '127.0.0.1', () => process.stdout.write(String(Object(server.address()).port)));
// It ends with the test that has started it.
process.stdin.resume().on('end', () => process.exit());
