import type { INode, Logger } from 'n8n-workflow';

import { clock } from '../../core/clock';
import { usdWorthOf } from '../../core/cost';
import type { Json } from '../../core/record';
import { type ModelFault, timesOfFault } from '../../wire/pacing/outage';
import { bodyValuesAndFiles } from '../../wire/body';
import type { Charges } from '../../cost/charges';

const LOG_EVERY_MS = 60_000;

/** Of who pays for a call, what its log line needs. */
interface DivertedPayer {
	readonly context: { logger: Pick<Logger, 'warn'> };
	readonly node: Pick<INode, 'name'>;
	readonly charges: Pick<Charges, 'prices'>;
	readonly settings: { trackCost: boolean };
}

/** What became of the calls for a model that is down. */
interface Tally {
	calls: number;
	/** How many went to which other model. */
	answers: Map<string, number>;
	/** What these cost more, in USD, by estimates; NaN once one has no price. */
	moreUsd: number;
	loggedAt: number;
}

const tallies = new WeakMap<ModelFault, Tally>();

function tallyOf(fault: ModelFault): Tally {
	const tally = tallies.get(fault) ?? {
		...{ calls: 0, answers: new Map<string, number>(), moreUsd: 0 },
		loggedAt: Number.NEGATIVE_INFINITY,
	};
	tallies.set(fault, tally);
	return tally;
}

/** Counts a call that goes on without the model that it was meant for. */
export function countCallWithout(fault: ModelFault | undefined): void {
	if (fault !== undefined) tallyOf(fault).calls++;
}

/** Notes that another model than the chosen one answered; the log says so once a minute. Never throws. */
export async function noteOtherAnswer(
	payer: DivertedPayer,
	fault: ModelFault,
	chosen: { model: string; body: Json },
	other: { model: string; body: Json },
): Promise<void> {
	const tally = tallyOf(fault);
	const { prices } = payer.charges;
	tally.answers.set(other.model, (tally.answers.get(other.model) ?? 0) + 1);
	if (payer.settings.trackCost) {
		const bodies = [other.body, chosen.body];
		const [its, own] = await Promise.all(
			bodies.map(async (body) => (await prices.of(bodyValuesAndFiles(body))).probable),
		);
		tally.moreUsd += its && own ? usdWorthOf(its) - usdWorthOf(own) : Number.NaN;
	} else tally.moreUsd = Number.NaN;
	if (clock.steady() - tally.loggedAt < LOG_EVERY_MS) return;
	tally.loggedAt = clock.steady();
	const { context, node } = payer;
	context.logger.warn(`"${node.name}": ${tallyInWords(chosen.model, fault, tally)}`);
}

function tallyInWords(model: string, fault: ModelFault, tally: Tally): string {
	const { since, again } = timesOfFault(fault);
	const went = [...tally.answers].map(([other, count], index) =>
		index === 0 ? `${count} of ${tally.calls} calls went to ${other}` : `${count} to ${other}`,
	);
	const usd = Math.round(Math.abs(tally.moreUsd) * 10_000) / 10_000;
	const money =
		usd > 0 ? `, about ${usd} USD ${tally.moreUsd > 0 ? 'more' : 'less'} than ${model}` : '';
	return `${model} has not answered since ${since}. ${went.join(', ')}${money}. ${model} is tried again at ${again}.`;
}
