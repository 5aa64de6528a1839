declare module 'webvtt-parser' {
	export class WebVTTParser {
		parse(
			text: string,
			mode: 'subtitles',
		): { errors: unknown[]; cues: Array<{ startTime: number; text: string }> };
	}
}
