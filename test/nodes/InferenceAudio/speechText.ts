const SENTENCE = 'The train leaves at noon, and nobody on the platform knows where it goes. ';

/** A text of this many parts, each ending with a sentence; the last is short. */
export function longText(parts: number): string {
	return SENTENCE.repeat((parts - 1) * Math.floor(4096 / SENTENCE.length) + 1).trim();
}
