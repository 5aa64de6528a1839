import type { Answer } from '../base/answer';
import { ServiceFailure } from '../base/failure';
import { glance } from '../files/sniff';

/**
 * Whether an answer has the media itself, and the answer to read on with. Bytes and JSON both come with status 200 (docs/service.md#jobs):
 * the content type decides or, where it names no media, the first bytes. Throws a ServiceFailure when not even these arrive.
 */
export async function peek(first: Answer): Promise<{ media: boolean; answer: Answer }> {
	const { isFile, answer } = await glance(first).catch((error: unknown) => {
		throw new ServiceFailure(
			'The answer broke off before it began',
			{ kind: 'unreachable' },
			error,
		);
	});
	return { media: isFile, answer };
}
