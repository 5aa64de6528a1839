import { drawText, Raster } from '../../billing/chart/stackedBarsPng';
import { pngOf } from '../../billing/chart/png';
import { createWavHeader } from '../../files/sound/containers/wav';

/** A black picture with the word on it, as PNG. */
export function rehearsalPicture(width: number, height: number): Buffer {
	const raster = new Raster(width, height, '#000000');
	const size = Math.floor(Math.min(width / 7, height));
	const [x, y] = [width / 2, height / 2 + size / 3];
	const [text, color, face, anchor] = ['REHEARSAL', '#ffffff', 'title', 'middle'] as const;
	drawText(raster, { x, y, size, text, color, face, anchor });
	return pngOf(raster);
}

/** A frame of silence: MPEG-2 layer III at 24 kHz (ISO/IEC 13818-3). */
const MP3_FRAME = Buffer.concat([Buffer.from('fff314c4', 'hex'), Buffer.alloc(20)]);
const FRAME_SECONDS = 0.024;

/** PCM of 16 bits, one channel, 24,000 samples a second, as a WAV file describes it. */
const SAMPLE_FORMAT = Buffer.from('01000100c05d000080bb000002001000', 'hex');
const BYTES_PER_SECOND = 48_000;

/** Silence in a format; in MP3 where the format takes an encoder. */
export function rehearsalSound(format: unknown, seconds: number): Buffer {
	if (format === 'pcm' || format === 'wav') {
		const samples = Buffer.alloc(2 * Math.ceil((seconds * BYTES_PER_SECOND) / 2));
		if (format === 'pcm') return samples;
		return Buffer.concat([createWavHeader(SAMPLE_FORMAT, samples.length), samples]);
	}
	return Buffer.alloc(MP3_FRAME.length * Math.ceil(seconds / FRAME_SECONDS), MP3_FRAME);
}

/** A second of video with the word on it: H.264 in MP4. */
export const rehearsalClip = () => Buffer.from(CLIP, 'base64');

const CLIP =
	'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAALtbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAjx0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAMAAAABsAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAAAAABAAAAAAG0bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAQABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABX21pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAR9zdGJsAAAAu3N0c2QAAAAAAAAAAQAAAKthdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAMAAbABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAMWF2Y0MBQsAK/+EAGGdCwArZAw/7wEQAAAMABAAAAwAIPEiZIAEABmjLgE0sgAAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAvoAAAL6AAAABhzdHRzAAAAAAAAAAEAAAABAABAAAAAABxzdHNjAAAAAAAAAAEAAAABAAAAAQAAAAEAAAAUc3RzegAAAAAAAAF9AAAAAQAAABRzdGNvAAAAAAAAAAEAAAMdAAAAPXVkdGEAAAA1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAbWRpcmFwcGwAAAAAAAAAAAAAAAAIaWxzdAAAAAhmcmVlAAABhW1kYXQAAAF5ZYiEBXyYoAAiiycnJycnJycnJycnXXXXXXXXXXXXX//4rCoKuAx4F6ug1/+njCvgwSpiZKpN3/+PCFeGnigqmMk0z//4DCvBglQZSTMoKoJkqk3/xfDCv7CbUeCRMkb/6h8K8Wy18BjwL1f/BdMK+g14Kq7/8c8K8GupYXe01H//30wQcN+NJdDsACM33Xdf+JGH1BXXw8C+k7BZ4JHmVSqcE1eXgl/1V3f7cQ0TAIz8Eyq1bc475d14Y9r8eIYdt/BlZ/BMqtXFzGQ9/7GfDx/QL+G/f8Eyq1fDz97DekZ9cAezcAiwX8QdxWrOHH5HZA3wKlsrqP9F+IU03Lfvp+CR5lWA+7v41si/64FidJpTeVTgmryzeru/wi9AsruoBOV4X33laQ3vy/OE2E2xxVzEZLhG+T7AwpSItoYXf7AOk95buZl2dnQf0Z7w7q4f+OAxdfkPeBxqceiVBbXffvv33333366666666666666666666666668=';
