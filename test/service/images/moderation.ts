/** What the service says about a picture: a mark in the prompt, such as `[minor]`, asks for it. */
export function moderationHeaders(word: string, prompt: string, safeMode: boolean) {
	const says = (mark: string) => prompt.includes(`[${mark}]`);
	const adult = says('adult');
	return {
		[`x-${word}-is-blurred`]: String(safeMode && (says('blurred') || adult)),
		[`x-${word}-is-content-violation`]: String(says('violation')),
		...(adult && { [`x-${word}-is-adult-model-content-violation`]: 'true' }),
		...(says('minor') && { [`x-${word}-contains-minor`]: 'true' }),
	};
}
