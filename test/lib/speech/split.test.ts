import { splitText } from '../../../lib/speech/speechText';

const LIMIT = 4096;

/** Offsets at which a character of the reader begins, and the end. */
function characterStarts(text: string): Set<number> {
	const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
	return new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
}

/** What every split has to hold: nothing lost but white space, no part too long, no character cut. */
function expectWhole(text: string, most: number): string[] {
	const parts = splitText(text, most);
	const starts = characterStarts(text);
	let at = 0;
	const wrong = parts.filter((part) => {
		const [start, before] = [text.indexOf(part, at), at];
		at = start + part.length;
		const isLost = text.slice(before, start).trim() !== '';
		const isCut = !starts.has(start) || !starts.has(at);
		return isLost || isCut || part.length > most || !/^(\S|\s\p{M})(.*\S)?$/su.test(part);
	});
	expect(wrong).toEqual([]);
	expect(text.slice(at).trim()).toBe('');
	return parts;
}

describe('splitText', () => {
	it.each([
		['', []],
		[' \n\t ', []],
		['  One.  ', ['One.']],
		['One. Two. Three.', ['One. Two.', 'Three.']],
		['One! \n\n Two? Yes.', ['One!', 'Two? Yes.']],
		['abcdefghijklmn', ['abcdefghij', 'klmn']],
		['alpha beta gamma', ['alpha beta', 'gamma']],
		[`a${' '.repeat(50)}b`, ['a', 'b']],
	])('splits %j into parts of at most 10 characters: %j', (text, parts) => {
		expect(splitText(text, 10)).toEqual(parts);
	});

	it.each([
		['Latin', 'The sun rises over the hill. ', /\.$/],
		['quotes', '“Is it late?” she asked. ', /\.$|\?”$/],
		['German', 'Wir fahren um 8.30 Uhr los. ', /\.$/],
		['Spanish', '¿Quién llama a la puerta? ', /\?$/],
		['Greek', 'Ποιος είναι εκεί τώρα; ', /;$/],
		['Chinese', '天快要亮了。', /。$/],
		['Japanese', '今日は晴れです！', /！$/],
		['Arabic', 'هل وصل القطار اليوم؟ ', /؟$/],
		['Hindi', 'सूरज अब निकल रहा है। ', /।$/],
		['Armenian', 'Արևը ծագում է։ ', /։$/],
		['Burmese', 'နေထွက်ပြီ။ ', /။$/],
		['Amharic', 'ፀሐይ ወጣች። ', /።$/],
		['Thai', 'พระอาทิตย์กำลังขึ้น ', /ขึ้น$/],
		['Khmer', 'ព្រះអាទិត្យរះ។ ', /។$/],
	])('cuts %s where a sentence ends', (_script, sentence, end) => {
		const parts = expectWhole(sentence.repeat(Math.ceil(5000 / sentence.length)), LIMIT);
		expect(parts.length).toBeGreaterThan(1);
		for (const part of parts) expect(part).toMatch(end);
	});

	it('cuts a sentence that is too long between its words, of any script', () => {
		const words = expectWhole('word '.repeat(1500), LIMIT);
		expect(words.every((part) => /^word( word)*$/.test(part))).toBe(true);
		expectWhole('ประเทศไทยสวยงาม'.repeat(400), LIMIT);
		expectWhole('東京都民'.repeat(1500), LIMIT);
	});

	it.each([
		['a family', '👨‍👩‍👧‍👦'],
		['a flag', '🇳🇵'],
		['a skin tone', '👍🏽'],
		['accents', 'e\u0301\u0323'],
		['Hangul in pieces', '\u1112\u1161\u11ab'],
		['Devanagari', 'क्षि'],
	])('never cuts %s', (_what, character) => {
		for (const most of [11, 12, 13, 4096]) expectWhole(character.repeat(500), most);
	});

	it('counts as the strictest reading does: an emoji is two', () => {
		expect(splitText('😀'.repeat(4096), LIMIT).map((part) => part.length)).toEqual([4096, 4096]);
	});

	it('refuses a single character that is longer than a part', () => {
		expect(() => splitText(`a${'\u0301'.repeat(20)}`, 10)).toThrow(RangeError);
	});

	it('loses nothing of any mixture', () => {
		const alphabet = ['a', 'B', '.', '!', ' ', ' ', '\n', '\r\n', '。', '\u00a0', '\u3000', 'é'];
		alphabet.push(
			'😀',
			'👩‍🚀',
			'e\u0301',
			' \u0301',
			'ไทย',
			'한국',
			'"',
			'(',
			')',
			'\u200b',
			'9',
			',',
		);
		let seed = 7;
		const next = (below: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
			return Math.floor((seed / 2 ** 31) * below);
		};
		for (let round = 0; round < 300; round++) {
			const pick = () => alphabet[next(alphabet.length)] ?? '';
			const text = Array.from({ length: next(200) }, pick).join('');
			expectWhole(text, 12 + next(40));
		}
	});

	it('takes a book', () => {
		const book = 'It was a bright cold day in April, and the clocks were striking. '.repeat(20_000);
		expect(splitText(book, LIMIT)).toHaveLength(Math.ceil(20_000 / 63));
	});
});
