import { request } from 'undici';
import { tooLarge } from '../call';
import { invalidField, refuse } from '../errors';
import { LARGEST_FILE, Upload } from '../form';
import type { Size } from '../media/colour';
import { dimensionsOf } from '../media/dimensions';

const FEWEST_PIXELS = 65_536;
const MOST_PIXELS = 33_177_600;
/** What a remote picture is taken for. */
const REMOTE: Size = { width: 1024, height: 1024 };
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

export interface InputRules {
	field: string;
	urls: boolean;
	mostBytes?: number;
	/** Without an upper end, only too few pixels are refused. */
	mostPixels?: number;
	fewestPixels?: number;
}

export const EDIT_INPUT = { urls: true, mostPixels: MOST_PIXELS };

/** A picture that was handed in; a remote one has no bytes. */
export interface InputPicture extends Size {
	bytes?: Buffer;
}

/** A picture that came as a file part, a link, a data URL or base64; refuses what is no picture. */
export async function readPicture(
	value: Upload | string,
	rules: InputRules,
): Promise<InputPicture> {
	if (value instanceof Upload) return measured(value.content, rules);
	if (/^https?:\/\//i.test(value)) {
		if (!rules.urls) throw invalidField(rules.field, 'A URL is not taken here, only base64');
		return await linked(value, rules);
	}
	const data = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(value)?.[1] ?? value;
	if (!BASE64.test(data)) throw invalidField(rules.field, 'Must be base64, a data URL or a link');
	return measured(Buffer.from(data, 'base64'), rules);
}

/** Only loopback is really fetched: nothing of a test leaves the machine. */
async function linked(url: string, rules: InputRules): Promise<InputPicture> {
	if (!LOOPBACK.includes(new URL(url).hostname)) return REMOTE;
	const answer = await request(url).catch(() => undefined);
	if (answer?.statusCode !== 200) {
		throw invalidField(rules.field, `The picture could not be fetched from ${url}`);
	}
	return measured(Buffer.from(await answer.body.arrayBuffer()), rules);
}

function measured(bytes: Buffer, rules: InputRules): InputPicture {
	if (bytes.length >= (rules.mostBytes ?? LARGEST_FILE)) {
		throw tooLarge('The picture has too many bytes');
	}
	const size = dimensionsOf(bytes);
	if (!size) throw refuse(400, 'The picture cannot be read', 'CORRUPTED_IMAGE');
	const pixels = size.width * size.height;
	const fewest = rules.fewestPixels ?? FEWEST_PIXELS;
	if (pixels < fewest) {
		throw refuse(400, `The picture has ${pixels} pixels of at least ${fewest}`, 'IMAGE_TOO_SMALL');
	}
	if (pixels > (rules.mostPixels ?? Infinity)) {
		throw refuse(400, `The picture has ${pixels} pixels, which is too many`, 'IMAGE_TOO_LARGE');
	}
	return { width: size.width, height: size.height, bytes };
}
