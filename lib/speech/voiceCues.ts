import { badInput } from '../core/failure';

/** A cue as it is shown: its lines, and where it stands in the subtitles. */
export interface ShownCue {
	start: number;
	end: number;
	lines: string[];
	speaker?: string;
	number: number;
	/** How an error names it. */
	place: string;
}

/** How much of subtitles is not spoken, by what it is. */
export interface LeftOut {
	repeats: number;
	sounds: number;
	readings: number;
	remarks: number;
}

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
	const isScrolling = scrolling > 0 && scrolling * 2 >= once.length - 1;
	const spoken: ShownCue[] = [];
	for (const [index, cue] of once.entries()) {
		const [shown, last] = [carried[index], spoken.at(-1)];
		if (shown === undefined || last === undefined || !(isScrolling || isFlash(cue, shown))) {
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

/** A name as it is compared: case, accents and signs aside. */
export function comparableName(name: string): string {
	const plain = name
		.normalize('NFKD')
		.toUpperCase()
		.toLowerCase()
		.replace(/[\u0300-\u036F]/g, '')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim();
	return plain === '' ? name.trim() : plain;
}

/** Names as the user wrote them, by how they are compared. */
type SpeakerNames = ReadonlyMap<string, string>;

const BRACKETED = /[[［【]([^[\]［］【】]{0,200})[\]］】](?!\s*[:：])/gu;
const LINES_IN_PARENTHESES = /^[-–—> ]*[(（]([^()（）]{0,200})[)）][ .]*$/gmu;

/** The lines without sounds such as `[Music]`, and `(laughs)` on a line of its own; a speaker in brackets is none. */
export function withoutSounds(lines: string[], names: SpeakerNames, leftOut: LeftOut): string[] {
	const leaveOut = (whole: string, inside: string) => {
		if (names.has(comparableName(inside))) return whole;
		leftOut.sounds++;
		return ' ';
	};
	const text = lines
		.join('\n')
		.replace(BRACKETED, leaveOut)
		.replace(LINES_IN_PARENTHESES, leaveOut);
	return text.split('\n').flatMap((line) => line.replace(/ +/g, ' ').trim() || []);
}

/** A name before a colon, perhaps with a remark in brackets between them; the third is one in brackets alone. */
const NAMES = [
	/^([^:：]{1,100})[:：][*_]*\s*/u,
	/^([^:：[\](（［]{1,100})[[(（［][^\])）］]{0,60}[\])）］]\s*[:：][*_]*\s*/u,
	/^[\s>*–—―-]*[[(（【［]([^\])）】］]{1,100})[\])）】］]\s*/u,
];
/** What is a speaker whatever the name is. */
const BRACKETS_AND_COLON = /^[\s>*–—―-]*[[【［]([^\]】］:：]{1,100})[\]】］]\s*[:：]\s*/u;
/** What looks like another speaker, on a line below one that is known. */
const OTHER_NAME = /^[\s>*–—―-]*([\p{Lu}\p{Lo}][^:：.!?,。！？，]{0,30})[:：](?:\s|$)/u;
const TURN = /^\s*(?:[–—―-]|>>)/u;
/** Where a sentence ends, so that another speaker may begin. */
const NEXT_SENTENCE = /(?<=[.!?…]\s|[。！？])(?=\S)/u;
const IN_BRACKETS = /[[(（［【][^[\]()（）［］【】]*[\])）］】]/gu;
const NO_NAME = 'one without a name';

/** The cue with the speaker that it names itself, and without that name. Throws a ServiceFailure where several speak. */
export function withSpeaker(cue: ShownCue, names: SpeakerNames): ShownCue {
	const heard = new Set<string>(cue.speaker === undefined ? [] : [cue.speaker]);
	let isNamed = false;
	const unnamed = (piece: string): string => {
		const label = labelOf(piece, names);
		if (label === undefined) return piece;
		heard.add(label.speaker);
		isNamed = true;
		return label.rest;
	};
	const lines = cue.lines.map((line) => {
		const rest = unnamed(line);
		const turn = rest === line ? speakerOfTurn(line, heard.size === 0) : undefined;
		if (turn !== undefined) heard.add(turn);
		const [first = '', ...sentences] = rest.split(NEXT_SENTENCE);
		return [first, ...sentences.map(unnamed)].join('').trim();
	});
	if (!isNamed) return cue;
	const [speaker = '', ...others] = heard;
	if (others.length > 0) throw severalSpeakersFailure(cue.place, [speaker, ...others]);
	return { ...cue, speaker, lines: lines.filter((line) => line !== '') };
}

/** Who speaks on a line without a name that is known, where another one than above may. */
function speakerOfTurn(line: string, isFirst: boolean): string | undefined {
	const isSpoken = /\p{L}/u.test(line.replace(IN_BRACKETS, ''));
	if (!isSpoken || !(isFirst || TURN.test(line) || OTHER_NAME.test(line))) return undefined;
	return OTHER_NAME.exec(line)?.[1] ?? NO_NAME;
}

export function severalSpeakersFailure(place: string, speakers: readonly string[]) {
	return badInput(
		`${place} has several speakers: ${speakers.join(', ')}`,
		'Give each speaker a cue of its own.',
	);
}

function labelOf(piece: string, names: SpeakerNames) {
	for (const pattern of NAMES) {
		const [label = '', name = ''] = pattern.exec(piece) ?? [];
		const speaker = names.get(comparableName(name));
		if (speaker !== undefined) return { speaker, rest: piece.slice(label.length) };
	}
	const [label = '', speaker] = BRACKETS_AND_COLON.exec(piece) ?? [];
	return speaker === undefined ? undefined : { speaker, rest: piece.slice(label.length) };
}
