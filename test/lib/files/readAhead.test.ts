import type { ItemContext } from '../../../lib/core/execution';
import { isCancelled } from '../../../lib/core/failure';
import { soundFactsOf } from '../../../lib/files/inputSource';
import { silentMp3 } from '../../service/media/mp3';

const pieces = 1000;
const piece = silentMp3(1).subarray(96);

it('a recording is not read to its end once its execution is stopped', async () => {
	const stop = new AbortController();
	const context = { getExecutionCancelSignal: () => stop.signal } as ItemContext;
	let read = 0;
	async function* chunks() {
		for (; read < pieces; read++) {
			if (read === 10) stop.abort();
			yield piece;
		}
	}
	const source = {
		mimeType: 'audio/mpeg',
		size: pieces * piece.length,
		open: async () => chunks(),
	};
	const failure = await soundFactsOf(context, source).catch((error: unknown) => error);
	expect([read, isCancelled(failure)]).toEqual([10, true]);
});
