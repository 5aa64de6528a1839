import assert from 'node:assert/strict';
import { MPEGDecoder } from 'mpg123-decoder';
import wavDecoder from 'wav-decoder';

/** @typedef {{ format: string, sampleRate: number, channels: number, seconds: number, peak: number }} Sound */

/**
 * The chunks of a RIFF/WAVE file, which have to fill the file exactly.
 * @param {Buffer} file
 */
function riffChunks(file) {
	assert.equal(file.readUInt32LE(4), file.length - 8, 'the RIFF size is the size of the file');
	assert.equal(file.toString('latin1', 8, 12), 'WAVE');
	/** @type {Map<string, Buffer>} */
	const chunks = new Map();
	for (let at = 12; at < file.length;) {
		const size = file.readUInt32LE(at + 4);
		assert.ok(at + 8 + size <= file.length, 'a chunk ends within the file');
		chunks.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + size));
		at += 8 + size + (size % 2);
	}
	return chunks;
}

/** @param {string} format @param {Float32Array[]} channelData @param {number} sampleRate @returns {Sound} */
function sound(format, channelData, sampleRate) {
	const [left = new Float32Array()] = channelData;
	const peak = left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
	return {
		format,
		sampleRate,
		channels: channelData.length,
		seconds: left.length / sampleRate,
		peak,
	};
}

/** @param {Buffer} file @returns {Promise<Sound>} */
async function decodeWav(file) {
	const chunks = riffChunks(file);
	const format = chunks.get('fmt ');
	const data = chunks.get('data');
	assert.ok(format && data, 'a WAV has a fmt and a data chunk');
	assert.equal(data.length % format.readUInt16LE(12), 0, 'the data are whole frames');
	const decoded = await wavDecoder.decode(
		file.buffer.slice(file.byteOffset, file.byteOffset + file.length),
	);
	assert.equal(decoded.sampleRate, format.readUInt32LE(4));
	return sound('wav', decoded.channelData, decoded.sampleRate);
}

/** @param {Buffer} file @returns {Promise<Sound>} */
async function decodeMp3(file) {
	const decoder = new MPEGDecoder();
	await decoder.ready;
	try {
		const { channelData, sampleRate, errors } = decoder.decode(file);
		assert.deepEqual(errors, [], 'every frame can be decoded');
		return sound('mp3', channelData, sampleRate);
	} finally {
		decoder.free();
	}
}

/**
 * Decodes an audio file to samples; throws when it is none, or a broken one.
 * @param {Buffer} file
 */
export async function decodeAudio(file) {
	const decoded = await (file.toString('latin1', 0, 4) === 'RIFF'
		? decodeWav(file)
		: decodeMp3(file));
	assert.ok(decoded.seconds > 0, 'the file holds sound');
	return decoded;
}
