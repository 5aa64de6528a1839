/** How far ahead the two texts are searched for where they agree again. */
const AHEAD = 400;
/** So many words in a row are the same by chance hardly ever. */
const SURE = 4;

/** How many words of a text are missing from a transcript, and how many the transcript has that are not in the text there. */
export function difference(
	text: readonly string[],
	heard: readonly string[],
): { lost: number; added: number } {
	let [at, own, lost, added] = [0, 0, 0, 0];
	while (at < text.length && own < heard.length) {
		if (text[at] === heard[own]) {
			at++;
			own++;
			continue;
		}
		const next = agreement(text, heard, at, own);
		lost += next.text - at;
		added += next.heard - own;
		[at, own] = [next.text, next.heard];
	}
	return { lost: lost + text.length - at, added: added + heard.length - own };
}

/** The nearest place where both go on in the same way; their ends when there is none. */
function agreement(text: readonly string[], heard: readonly string[], at: number, own: number) {
	for (let sum = 1; sum <= AHEAD; sum++) {
		for (let skipped = 0; skipped <= sum; skipped++) {
			const place = { text: at + skipped, heard: own + sum - skipped };
			if (agrees(text, heard, place)) return place;
		}
	}
	return { text: text.length, heard: heard.length };
}

function agrees(
	text: readonly string[],
	heard: readonly string[],
	place: { text: number; heard: number },
): boolean {
	for (let index = 0; index < SURE; index++) {
		const word = text[place.text + index];
		if (word !== heard[place.heard + index]) return false;
		if (word === undefined) return index > 0;
	}
	return true;
}
