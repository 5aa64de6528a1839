import type { IHttpRequestOptions } from 'n8n-workflow';

import { drawText, Raster } from '../../billing/chart/stackedBarsPng';
import { pngOf } from '../../billing/chart/png';
import { clock } from '../../core/clock';
import { usdWorthOf } from '../../core/cost';
import { cut } from '../../core/cut';
import { badInput } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { jsonObject } from '../../fields/parseJson';
import { REHEARSAL_WORD } from '../../core/rehearsal';
import type { CallPrice } from '../../cost/callPrice';
import { createWavHeader } from '../../files/sound/containers/wav';
import { StoredFile } from '../../files/storedFile';
import { loadModelsOnce, modelFact, type ModelReader } from '../../models/fetchModel';
import type { RunMemory } from '../../wire/send';
import { sampleOf } from './sampleOf';

/** A call that is rehearsed: the values and files of its body, a new ID, its price, with the usage that its answer would probably state, and what the user lets the model say. */
interface RehearsedCall {
	context: ModelReader;
	run: RunMemory;
	options: IHttpRequestOptions;
	request: Json;
	files: File[];
	id: string;
	price(): Promise<CallPrice>;
	said?: unknown;
}

/** The JSON, the text or the file that the service would answer with. */
type Placeholder = (call: RehearsedCall) => PlaceholderBody | Promise<PlaceholderBody>;
type PlaceholderBody = Json | Json[] | Buffer;

/** One for each kind of answer, by method and path. */
const PLACEHOLDERS: Array<[calls: RegExp, Placeholder]> = [
	[/^POST \/chat\/completions$/, completion],
	[/^POST \/embeddings$/, embeddings],
	[/^POST \/decisions$/, decisions],
	[/^POST \/image\/[^/]+$/, picture],
	[/^POST \/audio\/speech$/, speech],
	[/^POST \/(audio|video)\/transcriptions$/, transcript],
	[/^POST \/audio\/voices$/, ({ request, id }) => ({ id, model: modelOf(request) })],
	[/^POST \/(audio|video|audio\/voice-changer)\/queue$/, queuedJob],
	[/^POST \/audio\/(voice-changer\/)?retrieve$/, soundOfJob],
	[/^POST \/video\/retrieve$/, () => Buffer.from(CLIP, 'base64')],
	[/^POST \/augment\/search$/, searchResults],
	[/^POST \/augment\/scrape$/, scrapedPage],
	[/^POST \/augment\/text-parser$/, parsedDocument],
	[/^POST \/crypto\/rpc\/[^/]+$/, rpcReplies],
	[/^((POST|PATCH) \/api_keys|GET \/api_keys\/[^/]+)$/, apiKey],
	[
		/^(POST \/(audio|video|audio\/voice-changer)\/complete|DELETE \/api_keys)$/,
		() => ({ success: true }),
	],
];

/** What stands in for the answer to a call. Throws a ServiceFailure where nothing does. */
export async function placeholderFor(call: RehearsedCall): Promise<PlaceholderBody> {
	const { method = 'GET', url } = call.options;
	const name = `${method} /${url.replace(/^\//, '')}`;
	const [, make] = PLACEHOLDERS.find(([calls]) => calls.test(name)) ?? [];
	if (make !== undefined) return await make(call);
	throw badInput(
		`Not sent: the credential rehearses, and nothing stands in for the answer to ${name}`,
		'Turn off Rehearsal in the credential, or deactivate this node.',
	);
}

const POSTS_THAT_READ = /^\/?(audio|video|audio\/voice-changer)\/(quote|retrieve)$/;

/** Whether a free call goes out in a rehearsal too: it changes nothing, and is about no job or key that was rehearsed. */
export function isLookUp({ method = 'GET', url, body }: IHttpRequestOptions): boolean {
	const { queue_id: job } = isRecord(body) ? body : {};
	const isOfRehearsal = [url.split('/').at(-1), job].some((id) => /^rehearsal-/.test(String(id)));
	return !isOfRehearsal && (method === 'GET' || POSTS_THAT_READ.test(url));
}

/** A text that says that it is none, with the beginning of what was asked. */
function rehearsedText(what: string, about: unknown): string {
	return `${REHEARSAL_WORD} ${what} "${cut(String(about ?? '').trim(), 80).text}"`;
}

const modelOf = ({ model, modelId }: Json) => model ?? modelId ?? 'rehearsal';

async function completion({ request, price, id, said }: RehearsedCall): Promise<Json> {
	const content = isRecord(said) || Array.isArray(said) ? JSON.stringify(said) : String(said ?? '');
	const message = { role: 'assistant', content: content.trim() || completedText(request) };
	const choices = Array.from({ length: Number(request.n ?? 1) }, (_, index) => {
		return { index, message, finish_reason: 'stop' };
	});
	const created = Math.floor(clock.now() / 1000);
	const { usage: counted, probable } = await price();
	const total = Number(counted.prompt_tokens) + Number(counted.completion_tokens);
	const facts = { id, object: 'chat.completion', created, model: modelOf(request) };
	const cost = probable && { usd: usdWorthOf(probable), diem: 0 };
	return { ...facts, cost, choices, usage: { ...counted, total_tokens: total } };
}

/** No tool is called: an agent goes on with the text. */
function completedText({ messages, response_format: format }: Json): string {
	const { type, json_schema: wrapped } = isRecord(format) ? format : {};
	const { schema } = isRecord(wrapped) ? wrapped : {};
	if (type === 'json_schema' && isRecord(schema)) return JSON.stringify(sampleOf(schema));
	const asked = [messages].flat().filter(isRecord);
	const content = asked.findLast(({ role }) => role === 'user')?.content;
	const parts = [content].flat().map((part) => (isRecord(part) ? part.text : part));
	const text = rehearsedText('Answer to', parts.find(Boolean));
	return type === 'json_object' ? JSON.stringify({ rehearsal: text }) : text;
}

async function embeddings({ context, run, request, price }: RehearsedCall): Promise<Json> {
	const { records } = await loadModelsOnce(context, run, 'embedding');
	const record = records.find(({ id }) => id === request.model);
	const listed = record && modelFact(record.spec, 'embeddingDimensions');
	const length = Math.min(100_000, Number(request.dimensions ?? listed ?? 1024));
	const embedding = Array<number>(length).fill(1 / Math.sqrt(length));
	const data = [request.input].flat().map((_, index) => ({ index, embedding }));
	const { prompt_tokens: tokens } = (await price()).usage;
	const counted = { prompt_tokens: tokens, total_tokens: tokens };
	return { model: modelOf(request), data, usage: counted };
}

/** What the user lets the model decide; else yes, the first choice or the first level. It is sure of it. */
async function decisions({ request, price, said }: RehearsedCall): Promise<Json> {
	const isEmpty = String(said ?? '').trim() === '';
	const decided = isEmpty ? {} : jsonObject(said, 'Rehearsal Answer');
	const questions = Object.entries(Object(request.questions) as Record<string, Json>);
	const answers = questions.map(([name, { type, criteria }]) => {
		const [first] = Object.keys(Object(criteria) as Json);
		const value = Object.hasOwn(decided, name) ? decided[name] : undefined;
		const noul = value === undefined ? 1 : typeof value === 'boolean' ? Number(value) : value;
		const level = Array.isArray(criteria) ? criteria.indexOf(value) : -1;
		const score = level < 0 ? (value ?? 0) : level;
		return [name, { type, noul, choice: value ?? first, score, confidence: 1 }];
	});
	const { prompt_tokens: input, completion_tokens: output } = (await price()).usage;
	const counted = { input_tokens: input, output_tokens: output };
	return { model: modelOf(request), answers: Object.fromEntries(answers) as Json, usage: counted };
}

/** The longer side of a picture whose shape alone is known. */
const USUAL_SIDE = 1024;

function picture({ request, id }: RehearsedCall): PlaceholderBody {
	const { aspect_ratio: ratio, variants } = request;
	const [, across = 1, down = 1] = /^(\d+):(\d+)$/.exec(String(ratio))?.map(Number) ?? [];
	const scale = USUAL_SIDE / Math.max(across, down);
	const { width = across * scale, height = down * scale } = request;
	const sideOf = (side: unknown) => Math.min(4096, Math.max(1, Math.round(Number(side))));
	const bytes = rehearsalPicture(sideOf(width), sideOf(height));
	if (variants === undefined) return bytes;
	return { id, images: Array<string>(Number(variants)).fill(bytes.toString('base64')) };
}

/** At a usual pace: 15 characters a second. */
function speech({ request: { input, speed = 1, response_format: format } }: RehearsedCall): Buffer {
	return rehearsalSound(format, Math.max(0.5, String(input ?? '').length / 15 / Number(speed)));
}

/** Of a recording, or a song, whose length nothing says. */
const USUAL_SECONDS = 30;

function secondsOf({ request, files: [file] }: RehearsedCall): number {
	const known = file instanceof StoredFile ? file.seconds : undefined;
	return Number(request.duration_seconds ?? known ?? USUAL_SECONDS);
}

function transcript(call: RehearsedCall): PlaceholderBody {
	const { request, files } = call;
	const text = rehearsedText('Transcript of', files[0]?.name ?? request.url);
	if (request.response_format === 'text') return Buffer.from(text);
	if (files.length === 0) return { transcript: text, lang: 'en' };
	const timestamps = { segment: [{ start: 0, end: secondsOf(call), text }] };
	const times = String(request.timestamps) === 'true' ? { timestamps } : {};
	return { text, duration: secondsOf(call), ...times };
}

/** The ID says how long the sound of the job is. */
function queuedJob(call: RehearsedCall): Json {
	const id = `${call.id}-${Math.ceil(secondsOf(call))}-seconds`;
	return { model: modelOf(call.request), queue_id: id, status: 'QUEUED' };
}

function soundOfJob({ request }: RehearsedCall): Buffer {
	const [, seconds] = /-(\d{1,4})-seconds$/.exec(String(request.queue_id)) ?? [];
	return rehearsalSound('mp3', Number(seconds ?? USUAL_SECONDS));
}

function searchResults({ request: { query } }: RehearsedCall): Json {
	const title = rehearsedText('Result for', query);
	const result = { title, url: 'https://example.com/?rehearsal', content: title, date: '' };
	return { query, results: [result] };
}

function scrapedPage({ request: { url } }: RehearsedCall): Json {
	return { url, content: rehearsedText('Page', url), format: 'markdown' };
}

function parsedDocument({ request, files }: RehearsedCall): PlaceholderBody {
	const text = rehearsedText('Text of', files[0]?.name);
	if (request.response_format === 'text') return Buffer.from(text);
	return { text, tokens: Math.ceil(text.length / 4) };
}

function apiKey({ request, options: { url }, id: newId }: RehearsedCall): Json {
	const [, id = newId] = /api_keys\/(.+)/.exec(url) ?? [];
	return { data: { id, apiKey: id, last6Chars: id.slice(-6), ...request } };
}

/** Zero, as most networks write numbers. */
function rpcReplies({ options: { body } }: RehearsedCall): PlaceholderBody {
	const replyTo = (call: unknown) => ({ id: isRecord(call) ? call.id : null, result: '0x0' });
	return Array.isArray(body) ? body.map(replyTo) : replyTo(body);
}

/** A black picture with the word on it, as PNG. */
function rehearsalPicture(width: number, height: number): Buffer {
	const raster = new Raster(width, height, '#000000');
	const size = Math.floor(Math.min(width / 7, height));
	const [x, y] = [width / 2, height / 2 + size / 3];
	const [text, color, face, anchor] = ['REHEARSAL', '#ffffff', 'title', 'middle'] as const;
	drawText(raster, { x, y, size, text, color, face, anchor });
	return pngOf(raster);
}

/** A frame of silence: MPEG-2 layer III at 24 kHz (ISO/IEC 13818-3). */
const MP3_FRAME = Buffer.concat([Buffer.from('fff314c4', 'hex'), Buffer.alloc(20)]);
const FRAME_SECONDS = 0.024;

/** PCM of 16 bits, one channel, 24,000 samples a second, as a WAV file describes it. */
const SAMPLE_FORMAT = Buffer.from('01000100c05d000080bb000002001000', 'hex');
const BYTES_PER_SECOND = 48_000;

/** Silence in a format; in MP3 where the format takes an encoder. */
function rehearsalSound(format: unknown, seconds: number): Buffer {
	if (format === 'pcm' || format === 'wav') {
		const samples = Buffer.alloc(2 * Math.ceil((seconds * BYTES_PER_SECOND) / 2));
		if (format === 'pcm') return samples;
		return Buffer.concat([createWavHeader(SAMPLE_FORMAT, samples.length), samples]);
	}
	return Buffer.alloc(MP3_FRAME.length * Math.ceil(seconds / FRAME_SECONDS), MP3_FRAME);
}

/** A second of video with the word on it: H.264 in MP4. */
const CLIP =
	'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAALtbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAjx0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAMAAAABsAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAAAAABAAAAAAG0bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAQABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABX21pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAR9zdGJsAAAAu3N0c2QAAAAAAAAAAQAAAKthdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAMAAbABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAMWF2Y0MBQsAK/+EAGGdCwArZAw/7wEQAAAMABAAAAwAIPEiZIAEABmjLgE0sgAAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAvoAAAL6AAAABhzdHRzAAAAAAAAAAEAAAABAABAAAAAABxzdHNjAAAAAAAAAAEAAAABAAAAAQAAAAEAAAAUc3RzegAAAAAAAAF9AAAAAQAAABRzdGNvAAAAAAAAAAEAAAMdAAAAPXVkdGEAAAA1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAbWRpcmFwcGwAAAAAAAAAAAAAAAAIaWxzdAAAAAhmcmVlAAABhW1kYXQAAAF5ZYiEBXyYoAAiiycnJycnJycnJycnXXXXXXXXXXXXX//4rCoKuAx4F6ug1/+njCvgwSpiZKpN3/+PCFeGnigqmMk0z//4DCvBglQZSTMoKoJkqk3/xfDCv7CbUeCRMkb/6h8K8Wy18BjwL1f/BdMK+g14Kq7/8c8K8GupYXe01H//30wQcN+NJdDsACM33Xdf+JGH1BXXw8C+k7BZ4JHmVSqcE1eXgl/1V3f7cQ0TAIz8Eyq1bc475d14Y9r8eIYdt/BlZ/BMqtXFzGQ9/7GfDx/QL+G/f8Eyq1fDz97DekZ9cAezcAiwX8QdxWrOHH5HZA3wKlsrqP9F+IU03Lfvp+CR5lWA+7v41si/64FidJpTeVTgmryzeru/wi9AsruoBOV4X33laQ3vy/OE2E2xxVzEZLhG+T7AwpSItoYXf7AOk95buZl2dnQf0Z7w7q4f+OAxdfkPeBxqceiVBbXffvv33333366666666666666666666666668=';
