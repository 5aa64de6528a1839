import type { SoundUnit } from './containers/recording';

/** A pause between two words lasts longer than the closure of a consonant does. */
const PAUSE_SECONDS = 0.25;
/** As much of the end of a part as is searched for a pause. */
const SEARCHED_SHARE_OF_PART = 0.4;
const SEARCHED_SECONDS = 90;
const LOUD_PERCENTILE = 0.9;

/** The unit in the middle of the quietest pause near the end; undefined when there is none. `silenceShare` is the share of the usual level below which nothing is said. */
export function findCutPoint(
	units: readonly SoundUnit[],
	silenceShare: number,
): number | undefined {
	const silenceLevel = speechLevel(units) * silenceShare;
	const first = searchStart(units);
	let best: { at: number; level: number } | undefined;
	let [from, seconds, sum] = [first, 0, 0];
	for (let to = first; to < units.length; to++) {
		const { seconds: added = 0, level = 0 } = units[to] ?? {};
		seconds += added;
		sum += level * added;
		for (let drop = units[from]; drop !== undefined; drop = units[from]) {
			if (from === to || seconds - drop.seconds < PAUSE_SECONDS) break;
			seconds -= drop.seconds;
			sum -= drop.level * drop.seconds;
			from++;
		}
		if (seconds < PAUSE_SECONDS) continue;
		const mean = Math.max(0, sum / seconds);
		// Of pauses that are equally quiet, the last one makes the longest part.
		if (mean <= silenceLevel && mean <= (best?.level ?? Infinity)) {
			best = { at: from + Math.ceil((to - from + 1) / 2), level: mean };
		}
	}
	return best !== undefined && best.at > 0 && best.at < units.length ? best.at : undefined;
}

function searchStart(units: readonly SoundUnit[]): number {
	const total = units.reduce((sum, unit) => sum + unit.seconds, 0);
	const searched = Math.min(total * SEARCHED_SHARE_OF_PART, SEARCHED_SECONDS);
	let [at, passed] = [units.length, 0];
	while (at > 1 && passed < searched) {
		at--;
		passed += units[at]?.seconds ?? 0;
	}
	return at;
}

function speechLevel(units: readonly SoundUnit[]): number {
	const levels = Float64Array.from(units, ({ level }) => level).sort();
	return levels[Math.floor(levels.length * LOUD_PERCENTILE)] ?? 0;
}
