import type { LeftOut, ShownCue } from './voiceCues';

/** A cue that is too short to be read: it only scrolls what another one shows. */
const FLASH_SECONDS = 0.05;
/** Captions that scroll have so many lines at most. */
const MAX_CAPTION_LINES = 4;

/** The lines of a cue that the one before it shows already, and how many characters of the line after them. */
interface Carried {
	lines: number;
	characters: number;
}

/**
 * Cues, in order of their start, with each phrase once: without those that are there twice, and without what captions that scroll or grow
 * show again. One pair of cues with a line in common says nothing, as people repeat themselves; most pairs of a file do.
 */
export function withoutRepeats(cues: readonly ShownCue[], leftOut: LeftOut): ShownCue[] {
	const once = withoutDoubles(cues);
	leftOut.repeats += cues.length - once.length;
	const carried = once.map((cue, index) => carriedLines(once[index - 1], cue));
	const grows = carried.filter((one) => one && one.characters > 0).length;
	const rolls = carried.filter(
		(one, index) => one?.characters === 0 && one.lines < (once[index] as ShownCue).lines.length,
	).length;
	const flashes = once.filter((cue, index) => isFlash(cue, carried[index])).length;
	const scrolling = rolls + flashes + (grows > 1 ? grows : 0);
	const highlighted = findHighlighted(once);
	const isScrolling = scrolling > 0 && scrolling * 2 >= once.length - 1;
	const spoken: ShownCue[] = [];
	for (const [index, cue] of once.entries()) {
		const [shown, last] = [carried[index], spoken.at(-1)];
		if (
			shown === undefined ||
			last === undefined ||
			!(isScrolling || isFlash(cue, shown) || highlighted.has(cue))
		) {
			spoken.push({ ...cue, lines: [...cue.lines] });
			continue;
		}
		leftOut.repeats++;
		const rest = cue.lines.slice(shown.lines);
		const [first = '', ...others] = rest;
		if (shown.characters > 0) {
			last.lines.push(`${last.lines.pop() ?? ''}${first.slice(shown.characters)}`, ...others);
		} else if (rest.length > 0) {
			spoken.push({ ...cue, lines: rest });
			continue;
		}
		last.end = Math.max(last.end, cue.end);
	}
	return spoken;
}

/** A marked word. */
const MARKED_WORDS = /<(u|b|i|c|em|font|span|strong)(?=[\s.>])[^<>]*>([^<>]*)<\/\1>/i;
const ANY_TAG = /<[^<>]*>/g;
/** Between two words of a sentence, a program that marks them one by one may show nothing. */
const MAX_HIGHLIGHT_GAP_SECONDS = 0.5;

/**
 * The cues that show the sentence before them again, where only the mark moves on, to the next word of it. The mark of a refrain moves
 * back, and one pair says nothing.
 */
function findHighlighted(cues: readonly ShownCue[]): Set<ShownCue> {
	const found = new Set<ShownCue>();
	let lastMark: number | undefined;
	for (const [index, cue] of cues.entries()) {
		const before = cues[index - 1];
		const mark = markEnd(cue.written);
		const isSame =
			before?.speaker === cue.speaker &&
			before?.lines.join('\n') === cue.lines.join('\n') &&
			before.written !== cue.written &&
			cue.start - before.end <= MAX_HIGHLIGHT_GAP_SECONDS;
		const isMarked = mark !== undefined || lastMark !== undefined;
		const isOn = mark === undefined || lastMark === undefined || mark > lastMark;
		if (isSame && isMarked && isOn) found.add(cue);
		lastMark = isSame && isOn ? (mark ?? lastMark) : mark;
	}
	return found.size > 1 ? found : new Set();
}

/** Where the marked words of a sentence end; undefined where none are, or all. */
function markEnd(written: string): number | undefined {
	const found = MARKED_WORDS.exec(written);
	if (found === null) return undefined;
	const [all, , marked = ''] = found;
	const others = written.replace(all, '').replace(ANY_TAG, '');
	if (marked.trim() === '' || others.trim() === '') return undefined;
	return written.slice(0, found.index + all.length).replace(ANY_TAG, '').length;
}

/** Layers of a style, and parts of a stream that were joined, hold a cue twice. */
function withoutDoubles(cues: readonly ShownCue[]): ShownCue[] {
	const seen = new Set<string>();
	return cues.filter(({ start, speaker, lines }) => {
		const key = JSON.stringify([start, speaker, lines.join(' ')]);
		return !seen.has(key) && seen.add(key);
	});
}

function isFlash({ start, end, lines }: ShownCue, carried: Carried | undefined): boolean {
	return carried?.lines === lines.length && end > start && end - start <= FLASH_SECONDS;
}

function carriedLines(before: ShownCue | undefined, cue: ShownCue): Carried | undefined {
	if (before === undefined || before.speaker !== cue.speaker) return undefined;
	const { length } = before.lines;
	for (let from = Math.max(0, length - MAX_CAPTION_LINES); from < length; from++) {
		const lines = length - from - 1;
		const [last = '', same = ''] = [before.lines.at(-1), cue.lines[lines]];
		const isAbove = before.lines.slice(from, -1).every((line, at) => line === cue.lines[at]);
		if (!isAbove || last === '' || !same.startsWith(last)) continue;
		if (same === last) return { lines: lines + 1, characters: 0 };
		return { lines, characters: last.length };
	}
	return undefined;
}
