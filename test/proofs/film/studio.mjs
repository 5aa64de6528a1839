/* global atob, AudioBuffer, Blob, createImageBitmap, FileReader, OfflineAudioContext, OffscreenCanvas */

import {
	AudioBufferSource,
	BufferTarget,
	CanvasSource,
	Output,
	WebMOutputFormat,
} from 'mediabunny';

const [width, height, captionHeight] = [1280, 800, 80];
const [sampleRate, background, foreground] = [48_000, '#101330', '#ffffff'];

/** What is held after the last picture and after the last word of a scene. */
const [pictureHold, wordHold] = [2, 0.8];

/** A picture is drawn again at least so often, so that players can seek. */
const longestFrame = 1;

/** @type {{ output: Output<WebMOutputFormat, BufferTarget>, video: CanvasSource, audio: AudioBufferSource, brush: OffscreenCanvasRenderingContext2D, seconds: number }} */
let film;

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

export async function begin() {
	const canvas = new OffscreenCanvas(width, height + captionHeight);
	const brush = canvas.getContext('2d');
	if (!brush) throw new Error('Chromium draws nothing');
	const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
	const video = new CanvasSource(canvas, { codec: 'vp9', bitrate: 1_500_000 });
	const audio = new AudioBufferSource({ codec: 'opus', bitrate: 32_000 });
	output.addVideoTrack(video);
	output.addAudioTrack(audio);
	await output.start();
	film = { output, video, audio, brush, seconds: 0 };
}

/** @param {{ caption: string, frames: import('./camera.mjs').Frame[], voice: string }} scene */
export async function addScene({ caption, frames, voice }) {
	const spoken = await decode(bytesOf(voice));
	const last = frames.at(-1)?.seconds ?? 0;
	const length = Math.max(last + pictureHold, spoken.duration + wordHold);
	for (const [at, { seconds, jpeg }] of frames.entries()) {
		const until = frames[at + 1]?.seconds ?? length;
		await draw(jpeg, caption);
		for (let from = seconds; from < until; from += longestFrame) {
			await film.video.add(film.seconds + from, Math.min(longestFrame, until - from));
		}
	}
	await film.audio.add(padded(spoken, length));
	film.seconds += length;
}

/** The film in base64, and its length. */
export async function finish() {
	await film.output.finalize();
	const { buffer } = film.output.target;
	if (!buffer) throw new Error('The film is empty');
	const reader = new FileReader();
	const read = new Promise((resolve) => reader.addEventListener('load', resolve));
	reader.readAsDataURL(new Blob([buffer]));
	await read;
	return { base64: String(reader.result).split(',')[1], seconds: film.seconds };
}

/** @param {Uint8Array<ArrayBuffer>} wav */
const decode = (wav) => new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(wav.buffer);

/** What is said, with silence up to the end of the scene. @param {AudioBuffer} spoken @param {number} seconds */
function padded(spoken, seconds) {
	const all = new AudioBuffer({
		length: Math.round(seconds * sampleRate),
		numberOfChannels: 1,
		sampleRate,
	});
	all.copyToChannel(spoken.getChannelData(0), 0);
	return all;
}

/** @param {string} jpeg @param {string} caption */
async function draw(jpeg, caption) {
	const { brush } = film;
	const picture = await createImageBitmap(new Blob([bytesOf(jpeg)], { type: 'image/jpeg' }));
	brush.drawImage(picture, 0, 0, width, height);
	picture.close();
	brush.fillStyle = background;
	brush.fillRect(0, height, width, captionHeight);
	brush.fillStyle = foreground;
	brush.font = '26px "Noto Sans", "DejaVu Sans", sans-serif';
	brush.textAlign = 'center';
	brush.textBaseline = 'middle';
	brush.fillText(caption, width / 2, height + captionHeight / 2, width - 40);
}
