import { WebVTTParser } from 'webvtt-parser';

import { subtitleCuesOf } from '../../../../lib/speech/cues';
import { writeSubtitles } from '../../../../lib/speech/transcription/writeSubtitles';
import type { TranscriptPiece } from '../../../../lib/speech/transcript';

/** Sentences of each script, and whether it has no spaces between words. */
const SCRIPTS: Record<string, [text: string, isUnspaced?: boolean]> = {
	Latin: [
		'The train leaves at noon. On the platform no one knows where it goes! Dr. Ada asks, “Why?” Then she goes home, as always, and reads about pneumonoultramicroscopicsilicovolcanoconiosis.',
	],
	Cyrillic: [
		'Поезд уходит в полдень. Никто на платформе не знает, куда он едет! «Почему?» — спрашивает она.',
	],
	Arabic: ['يغادر القطار عند الظهر. لا أحد على الرصيف يعرف إلى أين يذهب! هل تعرف أنت؟ لا أعرف.'],
	Hebrew: ['הרכבת יוצאת בצהריים. אף אחד על הרציף לא יודע לאן היא נוסעת! למה?'],
	Thai: [
		'สวัสดีครับวันนี้เราจะมาพูดคุยเกี่ยวกับการใช้ปัญญาประดิษฐ์ในชีวิตประจำวันและความท้าทายที่เราต้องเผชิญ ขอบคุณครับ',
		true,
	],
	Khmer: [
		'សួស្តីថ្ងៃនេះយើងនិយាយអំពីបច្ចេកវិទ្យានិងភាសាខ្មែរដែលយើងប្រើប្រាស់ជារៀងរាល់ថ្ងៃនៅក្នុងប្រទេសរបស់យើង។',
		true,
	],
	Chinese: [
		'今天天气很好，我们去老车站看看。2024年，人工智能给生活带来了很多便利，也带来了“新”的挑战！你觉得呢？我们应该继续学习《论语》和其他古老的书籍，因为它们教我们怎样生活。',
		true,
	],
	Japanese: [
		'「今日は、2024年の話です」と言いました。コンピューターは毎日の生活をとても便利にしてくれますが、新しい問題もあります！どう思いますか？',
		true,
	],
	Korean: [
		'오늘은 날씨가 아주 좋습니다. 우리는 오래된 기차역에 가서 점심을 먹고 이야기를 나눕니다! 어떻게 생각하세요?',
	],
	emoji: [
		'Hello 👩‍👩‍👧‍👦 and 🇳🇵! We 👍🏽 this ❤️ a lot: 👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵👩‍👧👍🏽🇳🇵. Bye 👋.',
	],
};

const graphemes = (text: string) =>
	[...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
		({ segment }) => segment,
	);
const shown = (text: string) => graphemes(text).filter((grapheme) => grapheme.trim() !== '');
const words = (text: string, isUnspaced: boolean) =>
	isUnspaced
		? [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
				.map(({ segment }) => segment)
				.filter((word) => word.trim() !== '')
		: text.split(' ');

/** The pieces of a kind, one after another. */
function timed(kind: 'char' | 'word' | 'segment', text: string, isUnspaced: boolean) {
	const parts =
		kind === 'char'
			? [...text]
			: kind === 'word'
				? words(text, isUnspaced)
				: (text.match(/.+?(?:[.!?。！？។؟]["”»」]?\s*|$)/gsu) ?? []);
	let at = 0.5;
	return parts.map((part): TranscriptPiece => {
		const start = at;
		at += [...part].length * 0.09;
		return { [kind === 'segment' ? 'text' : kind]: part, start, end: at };
	});
}

const ODDITIES: Record<string, (pieces: TranscriptPiece[]) => TranscriptPiece[]> = {
	'as they should be': (pieces) => pieces,
	'that overlap': (pieces) =>
		pieces.map((piece, at) => (at % 7 === 3 ? { ...piece, end: piece.end + 1.5 } : piece)),
	'with equal starts': (pieces) =>
		pieces.map((piece, at) =>
			at % 5 === 4 ? { ...piece, start: pieces[at - 1]?.start ?? 0 } : piece,
		),
	'without a length': (pieces) =>
		pieces.map((piece, at) => (at % 4 === 2 ? { ...piece, end: piece.start } : piece)),
	'out of order': (pieces) => {
		const mixed = [...pieces];
		for (let at = 1; at + 3 < mixed.length; at += 4) {
			mixed.splice(at, 3, ...mixed.slice(at, at + 3).reverse());
		}
		return mixed;
	},
};

/** Wide and Fullwidth (UAX 11), by the table of another program. */
const { eastAsianWidth } = jest.requireActual<{ eastAsianWidth: (character: string) => string }>(
	'eastasianwidth',
);
const widthOf = (line: string) =>
	[...line.replace(/[\p{Mn}\p{Cf}]/gu, '')].reduce(
		(sum, character) => sum + (/[FW]/.test(eastAsianWidth(character)) ? 2 : 1),
		0,
	);

const cases = Object.entries(SCRIPTS).flatMap(([script, [text, isUnspaced = false]]) =>
	(['char', 'word', 'segment'] as const).flatMap((kind) =>
		Object.entries(ODDITIES).map(([oddity, change]) => ({
			...{ script, kind, oddity, text },
			pieces: change(timed(kind, text, isUnspaced)),
		})),
	),
);

describe.each(cases)('subtitles of $script from each $kind, with times $oddity', (one) => {
	const { kind, text, pieces } = one;
	const cues = subtitleCuesOf({ text, timestamps: { [kind]: pieces } });
	const said = cues.map((cue) => cue.text);

	it('hold the whole text in its order', () => {
		expect(said.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
		let cursor = 0;
		for (const words of said) {
			const at = text.indexOf(words, cursor);
			expect(text.slice(cursor, at).trim()).toBe('');
			cursor = at + words.length;
		}
	});

	it('are short, narrow, in order, and tear no character', async () => {
		const whole = new Set<number>();
		let end = 0;
		for (const grapheme of graphemes(text)) whole.add((end += grapheme.length));
		let at = 0;
		cues.forEach((cue, index) => {
			at = text.indexOf(cue.text, at) + cue.text.length;
			expect(whole.has(at)).toBe(true);
			expect(cue.end - cue.start).toBeLessThanOrEqual(7.001);
			expect(cue.start).toBeGreaterThanOrEqual(cues[index - 1]?.start ?? 0);
			expect(cue.end).toBeGreaterThanOrEqual(cue.start);
		});
		const { default: Srt } = await import('srt-parser-2');
		const read = new Srt().fromSrt(writeSubtitles(cues, 'srt'));
		expect(read.map((cue) => cue.text.replace(/\s+/gu, ' '))).toHaveLength(cues.length);
		for (const [index, cue] of read.entries()) {
			const lines = cue.text.split('\n');
			expect(lines.flatMap(shown)).toEqual(shown(said[index] ?? ''));
			expect(lines.length).toBeLessThanOrEqual(2);
			for (const line of lines) {
				expect(line).not.toMatch(/^[\p{M}，。、」”！？]/u);
				if (one.script !== 'emoji') expect(widthOf(line)).toBeLessThanOrEqual(42);
			}
		}
		const vtt = new WebVTTParser().parse(writeSubtitles(cues, 'vtt'), 'subtitles');
		expect(vtt.errors).toEqual([]);
		expect(vtt.cues).toHaveLength(cues.length);
	});
});
