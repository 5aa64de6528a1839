/** The result of `work`; throws what `late` makes once `ms` milliseconds of real time are over. */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
	const end = AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
	let stop = (): void => undefined;
	const over = new Promise<never>((_resolve, reject) => {
		stop = () => reject(late());
		end.addEventListener('abort', stop);
	});
	return await Promise.race([work, over]).finally(() => end.removeEventListener('abort', stop));
}
