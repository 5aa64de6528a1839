import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import { IMAGE_MODELS } from '../../service/models/images';
import type { Model } from '../../service/models/model';
import { SPEECH_MODELS } from '../../service/models/speech';
import { TEXT_MODELS } from '../../service/models/text';
import type { LocalService } from '../../service/service';

export interface FallbackReport {
	items: number;
	/** Requests for an answer. */
	calls: number;
	answered: number;
	/** Of those: by another model than the chosen one. */
	answeredByFallback: number;
	failed: number;
	charges: number;
	/** Items with more than one charge. */
	chargedTwice: number;
	/** Charges of a fallback model above the limit, or of one whose price is not known. */
	abovePrice: number;
	/** Items that were charged and failed; each error says so. */
	lost: number;
	/** What must not be, in words. */
	wrong: string[];
	seconds: number;
}

/** What a model may cost as a fallback in this run, by the prices that the service charges and not by the code under test. */
const DEARER: Array<(model: Model) => boolean> = [
	({ price }) => price === undefined || price.input > 1 || price.output > 5,
	({ record }) => !(Number(usdOf(record.model_spec.pricing?.generation)) <= 0.03),
	({ price }) => price === undefined || price.input > 15,
];
const CHOSEN = ['text-reasoning', 'image-tiered', 'tts-cloning'];
const ALLOWED = [TEXT_MODELS, IMAGE_MODELS, SPEECH_MODELS].flatMap((models, kind) =>
	models.filter((model) => DEARER[kind]?.(model) === false).map(({ record }) => record.id),
);

/** The run counted, item by item against what the service charged. */
export function accountOf(
	{ journal, ledger }: Pick<LocalService, 'journal' | 'ledger'>,
	outputs: readonly IDataObject[],
): Omit<FallbackReport, 'seconds'> {
	const calls = journal.filter(({ method }) => method === 'POST');
	const charged = new Map<string, string[]>();
	const wrong: string[] = [];
	for (const { charge, body, rawBody } of calls) {
		if (charge === undefined) continue;
		const mark = /\bm\d{6}\b/.exec(rawBody ?? '')?.[0] ?? 'no item';
		const model = isRecord(body) ? String(body.model) : '';
		charged.set(mark, [...(charged.get(mark) ?? []), model]);
	}
	const models = [...charged.values()].flat();
	for (const [mark, own] of charged) {
		if (own.length > 1) wrong.push(`${mark} was charged ${own.length} times: ${own.join(', ')}`);
	}
	const dear = models.filter((model) => !CHOSEN.includes(model) && !ALLOWED.includes(model));
	for (const model of dear) wrong.push(`${model} was charged although it costs too much`);
	const failed = outputs.filter(({ error }) => error !== undefined);
	const answered = outputs.length - failed.length;
	const lost = models.length - answered;
	const said = failed.filter(({ error }) => /charged/.test(String(error))).length;
	if (said < lost) wrong.push(`${lost} charges brought no answer, and ${said} errors say so`);
	if (ledger.length !== models.length) wrong.push(`${ledger.length} charges are in the ledger`);
	return {
		items: outputs.length,
		calls: calls.length,
		answered,
		answeredByFallback: outputs.filter(({ fallback }) => fallback !== undefined).length,
		failed: failed.length,
		charges: models.length,
		chargedTwice: [...charged.values()].filter((own) => own.length > 1).length,
		abovePrice: dear.length,
		lost,
		wrong,
	};
}

function usdOf(price: unknown): unknown {
	return isRecord(price) ? price.usd : undefined;
}
