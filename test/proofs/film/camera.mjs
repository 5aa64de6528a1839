/** @typedef {{ seconds: number, jpeg: string }} Frame seconds: from the start of its scene; jpeg: in base64 */

/** How long a picture stays at most while n8n works and nothing moves. */
const longestStill = 0.5;

/** What takes longer is played faster, in seconds. */
const longestScene = 7;

/** Of pictures closer than this, the last is shown. */
const shortestStill = 0.08;

/**
 * Films what a page shows: Chromium sends a picture whenever something has changed.
 * @param {import('playwright-core').Page} page
 */
export async function startCamera(page) {
	const session = await page.context().newCDPSession(page);
	/** @type {{ at: number, jpeg: string }[]} */
	let taken = [];
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		taken.push({ at: Number(metadata.timestamp), jpeg: data });
		void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
	});
	await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
	return {
		/** The frames of a scene that has just been played, with its waits cut short and fast enough for the film. @param {() => Promise<void>} play @returns {Promise<Frame[]>} */
		async film(play) {
			taken = taken.slice(-1);
			await play();
			return cut(taken);
		},
		/** Leaves out what is shown until a task has come to its end. @param {() => Promise<void>} task */
		async leaveOut(task) {
			const before = taken.length;
			await task();
			// What is seen last before the wait is followed by what is seen after it.
			taken.splice(before, Math.max(0, taken.length - 1 - before));
		},
		stop: () => session.send('Page.stopScreencast'),
	};
}

/** @param {{ at: number, jpeg: string }[]} taken @returns {Frame[]} */
function cut(taken) {
	/** @type {Frame[]} */
	const frames = [];
	let [seconds, last] = [0, taken[0]?.at ?? 0];
	for (const { at, jpeg } of taken) {
		const before = frames.at(-1);
		if (before && at - last < shortestStill) {
			before.jpeg = jpeg;
			continue;
		}
		seconds += Math.min(at - last, longestStill);
		last = at;
		frames.push({ seconds, jpeg });
	}
	const speed = Math.max(1, seconds / longestScene);
	return frames.map((frame) => ({ ...frame, seconds: frame.seconds / speed }));
}
