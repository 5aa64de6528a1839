import { cut } from '../core/cut';
import { badInput } from '../core/failure';

/** A cue as it is shown: its lines, and where it stands in the subtitles. */
export interface ShownCue {
	start: number;
	end: number;
	lines: string[];
	/** Its text with its markup. */
	written: string;
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
	/** Names before colons that the user did not list as speakers. */
	names: number;
	/** The sounds, remarks and names themselves, each once, as many as are worth reading. */
	texts: string[];
}

const MAX_LEFT_OUT_TEXTS = 100;

/** Counts what is not spoken, and lists it. */
export function leaveOut(
	leftOut: LeftOut,
	kind: 'sounds' | 'remarks' | 'names',
	words: string,
): void {
	leftOut[kind]++;
	const text = cut(words.trim(), 100).text;
	if (leftOut.texts.length < MAX_LEFT_OUT_TEXTS && !leftOut.texts.includes(text))
		leftOut.texts.push(text);
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

const OPEN_AND_CLOSED = /[[［【][^[\]［］【】]{0,200}[\]］】]|[(（][^()（）]{0,200}[)）]/gu;
const SQUARE = /^[\s\-–—>*♪]*[[［【]([^[\]［］【】]{0,200})[\]］】](?!\s*[:：])/u;
const ROUND = /^[\s\-–—>*♪]*[(（]([^()（）]{0,200})[)）](?!\s*[:：])/u;
const SQUARE_AT_END = /(\s)[[［【]([^[\]［］【】]{0,200})[\]］】][\s♪]*$/u;
/** What people who write captions call a sound, in the middle of a sentence too. */
const SOUND_WORDS =
	/^(?:\p{L}+ )?(?:applause|music|cheers|cheering|chuckles|chuckling|clears throat|coughs|coughing|crying|gasps|giggles|groans|inaudible|laughs|laughing|laughter|screams|sighs|sighing|sobs|sobbing|whispers|whispering)(?: \p{L}+)?$/iu;
/** A line may have so many sounds at its edges. */
const MAX_SOUNDS_OF_LINE = 8;

/**
 * The lines without sounds such as `[Music]`, and `(laughs)` on a line of its own; a speaker in brackets is none. Square brackets at the
 * edge of a line hold a sound where a sentence begins or ends there, or where they name one; all others belong to the sentence.
 */
export function withoutSounds(lines: string[], names: SpeakerNames, leftOut: LeftOut): string[] {
	const text = lines.join('\n').replace(OPEN_AND_CLOSED, (whole) => whole.replace(/\n/g, ' '));
	return text.split('\n').flatMap((line) => {
		const sounds: string[] = [];
		let rest = line;
		while (sounds.length < MAX_SOUNDS_OF_LINE) {
			const sound = soundAtStart(rest, names) ?? soundAtEnd(rest, names);
			if (sound === undefined) break;
			sounds.push(sound.words);
			rest = sound.rest;
		}
		for (const sound of sounds) leaveOut(leftOut, 'sounds', sound);
		return rest.replace(/ +/g, ' ').trim() || [];
	});
}

interface FoundSound {
	words: string;
	rest: string;
}

function soundAtStart(line: string, names: SpeakerNames): FoundSound | undefined {
	const square = SQUARE.exec(line);
	const [all = '', inside] = square ?? ROUND.exec(line) ?? [];
	if (inside === undefined || names.has(comparableName(inside))) return undefined;
	const rest = line.slice(all.length);
	const isAlone = !/[\p{L}\p{N}]/u.test(rest.replace(OPEN_AND_CLOSED, ''));
	const beginsSentence = /^[\s.♪]+["'“‘«¿¡]*\p{Lu}/u.test(rest) && /\p{L}/u.test(inside);
	const isAtEdge = square !== null && (beginsSentence || SOUND_WORDS.test(inside.trim()));
	return isAlone || (isAtEdge && /^\s/.test(rest)) ? { words: all, rest } : undefined;
}

function soundAtEnd(line: string, names: SpeakerNames): FoundSound | undefined {
	const found = SQUARE_AT_END.exec(line);
	const inside = found?.[2] ?? '';
	if (found === null || names.has(comparableName(inside))) return undefined;
	const rest = line.slice(0, found.index);
	const endsSentence = /[.!?…。！？♪]["'”’»)]*\s*$/u.test(rest) && /\p{L}/u.test(inside);
	const isSound = endsSentence || SOUND_WORDS.test(inside.trim());
	return isSound ? { words: found[0], rest } : undefined;
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

/** A name at the start of a cue: each word of it begins with a capital letter, so that "The score: two to one" has none. */
const NAME_AT_START =
	/^[\s>*–—―-]*(\p{Lu}[\p{L}\p{M}\p{N}'’._-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}'’._-]{0,30}){0,3})\s?[:：]\s/u;

/** The names that begin most cues, and begin some again, by how often; none where one alone does, as that may be words. */
export function namesBeforeColons(cues: readonly ShownCue[]): Map<string, number> {
	const counts = new Map<string, number>();
	let named = 0;
	for (const { lines, speaker } of cues) {
		const name = NAME_AT_START.exec(`${lines[0] ?? ''} `)?.[1]?.trim();
		if (name === undefined || speaker !== undefined) continue;
		counts.set(name, (counts.get(name) ?? 0) + 1);
		named++;
	}
	const areSpeakers = counts.size > 1 && named > counts.size && named * 2 > cues.length;
	return areSpeakers ? counts : new Map();
}

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
