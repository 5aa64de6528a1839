import type { IBinaryKeyData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { toMp4 } from '../service/media/mp4';
import { picture } from '../service/media/picture';
import { spoken } from '../service/media/speech';
import { plainStudio } from '../service/media/studio';
import type { FullRun } from './fullRun';

/** A value that was typed into a picker. */
export const typed = (value: string) => ({ mode: 'id', value });

/** A value that was chosen in a picker. */
export const listed = (value: string) => ({ mode: 'list', value });

export const link = (name: string) => `https://files.example.com/${name}`;

const png = picture('png', { width: 300, height: 300 }, 'coverage').toString('base64');
const wav = spoken('A sample of a voice that is long enough', 'wav', {
	speed: 1,
	sampleRate: 24_000,
}).toString('base64');

const still = plainStudio.still({ width: 32, height: 18 }, 'clip');
const film = toMp4(still, 1).toString('base64');

export const pngBase64 = png;

export const files = {
	photo: { data: png, mimeType: 'image/png', fileName: 'photo.png' },
	voice: { data: wav, mimeType: 'audio/wav', fileName: 'voice.wav' },
	clip: { data: film, mimeType: 'video/mp4', fileName: 'clip.mp4' },
	subtitles: {
		data: Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nGood morning\n').toString('base64'),
		mimeType: 'application/x-subrip',
		fileName: 'film.srt',
	},
	report: {
		data: Buffer.from('# Report').toString('base64'),
		mimeType: 'text/markdown',
		fileName: 'report.md',
		fileExtension: 'md',
	},
};

/** One item with the given files. */
export const itemWith = (binary: IBinaryKeyData, json = {}): INodeExecutionData[] => [
	{ json, binary },
];

/** A full run of an operation, named by its resource, if it has one, and itself: "music/queue", "complete". */
export function run(path: string, name: string, parameters?: INodeParameters): FullRun {
	const [operation = '', resource] = path.split('/').reverse();
	return { resource, operation, name, ...(parameters && { parameters }) };
}
