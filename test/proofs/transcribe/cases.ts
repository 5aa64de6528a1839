/** A recording to be transcribed through the node. */
export interface RecordingCase {
	name: string;
	hours: number;
	/** Of what is transcribed before memory is looked at; long enough to be split as well. */
	shortHours: number;
	pauses: boolean;
	subtitles: 'srt' | 'vtt';
}

const LONG = { hours: 10, shortHours: 0.3 };

/** Ten hours of WAV, cut in pauses, and through the talk where there are none. */
export const RECORDINGS: RecordingCase[] = [
	{ name: 'wav-pauses', ...LONG, pauses: true, subtitles: 'srt' },
	{ name: 'wav-hard', ...LONG, pauses: false, subtitles: 'vtt' },
];

/** Another format, and how ffmpeg makes it from WAV. */
export interface FormatCase {
	name: string;
	extension: string;
	encoder: string[];
}

export const FORMATS: FormatCase[] = [
	{ name: 'M4A', extension: 'm4a', encoder: ['-c:a', 'aac', '-b:a', '64k'] },
	{ name: 'Ogg Vorbis', extension: 'ogg', encoder: ['-c:a', 'libvorbis', '-b:a', '64k'] },
	{ name: 'Ogg Opus', extension: 'opus', encoder: ['-c:a', 'libopus', '-b:a', '48k'] },
	{ name: 'MP3', extension: 'mp3', encoder: ['-c:a', 'libmp3lame', '-b:a', '64k'] },
	{ name: 'AAC', extension: 'aac', encoder: ['-c:a', 'aac', '-b:a', '64k'] },
	{ name: 'FLAC', extension: 'flac', encoder: ['-c:a', 'flac'] },
];
