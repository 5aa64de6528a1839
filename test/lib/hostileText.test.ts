import { parseSubtitles } from '../../lib/speech/parseSubtitles';
import { growsTooFast } from './growth';

const SIZE = 6_000;

describe('subtitles that repeat what a search of their reader begins with', () => {
	const cueWith = (line: string) =>
		`1\n00:00:01,000 --> 00:00:02,000\n${line}\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n`;
	const read = (text: string) => {
		try {
			parseSubtitles(text, {});
		} catch (error) {
			expect(String(error)).toMatch(/Subtitles|Cue|cue/);
		}
	};

	it.each([
		['styles without an end', '{\\'],
		['old styles without an end', '{Y:'],
		['voices without an end', '<v '],
		['a voice with a name of spaces', '<v ', ' '],
		['equal signs', '='],
		['the hyphens of arrows', '-'],
		['spaces between a digit and a colon', '1 '],
		['times without arrows', '1:11 '],
		['half an arrow', '1:11 -', ' '],
		['half a time', '1:11', ':'],
		['the beginnings of references', '&#x1'],
	])('hold n8n no longer than they are: %s', (_name, start, unit = start) => {
		const grows = growsTooFast(SIZE, (size) => {
			const line = start + unit.repeat(size / unit.length);
			for (const cue of [`a${line}`, line]) {
				read(cueWith(cue));
				read(`WEBVTT\n\n${cueWith(cue)}`);
			}
			read(line);
		});
		expect(grows).toBe(false);
	});
});
