import { oracle } from '../../enclave/oracle';
import { RECORDINGS, recording } from '../../enclave/recorded';
import { mutate, picker } from './mutate';

/** What came of changing recorded evidence byte by byte. */
export interface Outcome {
	mutations: number;
	refused: number;
	acceptedFraming: number;
	/** Accepted although a signature covers the byte. */
	wrong: string[];
	/** Accepted where an independent verifier refuses. */
	oracleRefuses: string[];
	/** Mutations of the quote and of the collateral that both judged: all that are accepted, and a part of the others. */
	compared: number;
	/** Of those: refused here, and accepted by the independent verifier, by part. */
	stricter: Record<string, number>;
	byPart: Record<string, number>;
}

/** Plays that many mutations; every `every`th of quote and collateral is also given to the independent verifier, and each that is accepted. */
export async function play(count: number, seed: number, every: number): Promise<Outcome> {
	const judge = await oracle();
	const pick = picker(seed);
	const recordings = RECORDINGS.map(recording);
	const outcome: Outcome = {
		mutations: count,
		refused: 0,
		acceptedFraming: 0,
		wrong: [],
		oracleRefuses: [],
		compared: 0,
		stricter: {},
		byPart: {},
	};
	for (let index = 0; index < count; index++) {
		const one = recordings[index % recordings.length];
		if (one === undefined) continue;
		const { part, at, accepted, isFraming, body, question } = mutate(one, pick);
		outcome.byPart[part] = (outcome.byPart[part] ?? 0) + 1;
		if (!accepted) outcome.refused++;
		else if (isFraming) outcome.acceptedFraming++;
		else outcome.wrong.push(`${part} at ${at}`);
		if (part.startsWith('gpu') || (!accepted && index % every !== 0)) continue;
		outcome.compared++;
		const quote = Buffer.from((body as { intel_quote: string }).intel_quote, 'hex');
		const holdsThere = holds(() => judge(quote, question.collateral, question.now / 1000));
		if (accepted && !holdsThere) outcome.oracleRefuses.push(`${part} at ${at}`);
		if (!accepted && holdsThere) outcome.stricter[part] = (outcome.stricter[part] ?? 0) + 1;
	}
	return outcome;
}

function holds(judge: () => { status: string }): boolean {
	try {
		return judge().status === 'UpToDate';
	} catch {
		return false;
	}
}
