import type { IDataObject } from 'n8n-workflow';

import { findModel } from '../models/fetchModel';
import { splitByWeight } from '../cost/shares';
import { isRecord } from '../core/record';
import { MAX_ANSWER_BYTES } from '../core/bounds';
import type { BatchRule } from '../wire/send';
import { sharedEntries } from './readEmbeddings';
import { MAX_TEXTS } from './embeddingInput';

/** As much text goes into one request that is put together, in bytes of UTF-8, which are never fewer than its tokens. */
const MAX_COMBINED_BYTES = 1_000_000;
/** What a number of a vector takes in an answer, and of how many a vector is thought to be when nothing says. */
const BYTES_PER_NUMBER = { base64: 6, float: 24 };
const ASSUMED_DIMENSIONS = 4096;

export const textCombiner: BatchRule = {
	field: 'input',

	isWanted() {
		return this.parameters.options.combineItems !== false;
	},

	sizeOf: (body) => {
		const texts = textsIn(body);
		const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
		return { entries: texts.length, bytes };
	},

	async room(body, run) {
		const record = await findModel(this, run, 'embedding', String(body.model));
		const { embeddingDimensions: modelDimensions = ASSUMED_DIMENSIONS, pricing } =
			record?.spec ?? {};
		const each =
			Number(body.dimensions ?? modelDimensions) *
			(body.encoding_format === 'base64' ? BYTES_PER_NUMBER.base64 : BYTES_PER_NUMBER.float);
		const answers = Math.floor(MAX_ANSWER_BYTES.paid / 2 / each);
		// Above its threshold a request is charged more as a whole (docs/maintainers/service.md#prices).
		const extended = isRecord(pricing) && isRecord(pricing.extended) ? pricing.extended : {};
		const { context_token_threshold: threshold } = extended;
		return {
			entries: Math.max(1, Math.min(MAX_TEXTS, answers)),
			bytes:
				typeof threshold === 'number'
					? Math.min(MAX_COMBINED_BYTES, threshold)
					: MAX_COMBINED_BYTES,
		};
	},

	join: (bodies) => ({ ...bodies[0], input: bodies.flatMap(textsIn) }) as IDataObject,

	split(answer, bodies) {
		const { body } = answer;
		if (!isRecord(body) || !Array.isArray(body.data)) return bodies.map(() => answer);
		const count = bodies.flatMap(textsIn).length;
		// Only the whole answer shows which vector belongs to which text, and their length. One that is of no use fails the item of its text alone.
		const entries = sharedEntries(answer, count);
		const usages = usageShares(
			body.usage,
			bodies.map((own) => textCombiner.sizeOf(own).bytes),
		);
		let next = 0;
		return bodies.map((own, index) => {
			const data = textsIn(own).map((_text, place) => ({ ...entries[next++], index: place }));
			return { ...answer, body: { ...body, data, usage: usages[index] } };
		});
	},
};

function textsIn({ input }: Record<string, unknown>): string[] {
	return [input].flat().map(String);
}

/** The tokens of the whole request, shared out by the length of the texts. */
function usageShares(usage: unknown, weights: number[]): unknown[] {
	if (!isRecord(usage)) return weights.map(() => usage);
	const shares = Object.entries(usage).map(([name, count]) => {
		const isCount = typeof count === 'number' && Number.isFinite(count);
		return [name, isCount ? splitByWeight(count, weights, 0) : weights.map(() => count)] as const;
	});
	return weights.map((_weight, index) =>
		Object.fromEntries(shares.map(([name, parts]) => [name, parts[index]])),
	);
}
