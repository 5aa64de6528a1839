import { timeScaleAndDuration } from '../../../../lib/files/sound/containers/mp4Boxes';

/** A header of times, as a movie and a track have it: its version, two dates, the scale and the duration. */
function header(isLong: boolean, scale: number, duration: number): Buffer {
	const bytes = Buffer.alloc(isLong ? 32 : 20);
	bytes.writeUInt8(Number(isLong), 0);
	bytes.writeUInt32BE(scale, isLong ? 20 : 12);
	bytes.writeUInt32BE(duration, isLong ? 28 : 16);
	return bytes;
}

describe('the time scale of an MP4 file', () => {
	it.each([false, true])('may be whole seconds, with long times: %s', (isLong) => {
		expect(timeScaleAndDuration(header(isLong, 1, 90))).toEqual([1, 90]);
		expect(timeScaleAndDuration(header(isLong, 48_000, 7))).toEqual([48_000, 7]);
	});

	it.each([
		['zero', header(false, 0, 90)],
		['cut off', header(false, 1, 90).subarray(0, 15)],
		['missing', undefined],
	])('is refused where it is %s', (_what, bytes) => {
		expect(() => timeScaleAndDuration(bytes)).toThrow('does not say its time scale');
	});
});
