import { mediaType, type Answer } from '../transport/answer';
import { isStream } from '../transport/decodeBody';
import { ServiceFailure } from '../transport/failure';
import { streamOf } from '../transport/streams';

/**
 * Whether an answer has the media itself, and the answer to read on with. Bytes and JSON both come with status 200 (NOTES 4.4):
 * the content type decides or, where it says nothing, the first bytes. Throws a ServiceFailure when not even these arrive.
 */
export async function peek(answer: Answer): Promise<{ media: boolean; answer: Answer }> {
	const type = mediaType(answer);
	if (/^(audio|video)\/./.test(type)) return { media: true, answer };
	const { body } = answer;
	if (!/^(|(application|binary)\/octet-stream)$/.test(type) || !isStream(body)) {
		return { media: false, answer };
	}
	const pieces = body[Symbol.asyncIterator]();
	const [first] = await Promise.allSettled([pieces.next()]);
	if (first.status === 'rejected') {
		throw new ServiceFailure('The answer broke off before it began', { kind: 'unreachable' });
	}
	const head = first.value.done === true ? new Uint8Array() : first.value.value;
	const media = !/^\s*[{[<]/.test(Buffer.from(head).subarray(0, 64).toString('latin1'));
	return { media, answer: { ...answer, body: streamOf(whole(head, pieces), body) } };
}

async function* whole(head: Uint8Array, pieces: AsyncIterator<Uint8Array>) {
	try {
		if (head.length > 0) yield head;
		for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
			yield next.value;
		}
	} finally {
		await pieces.return?.();
	}
}
