import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { header, unreadableAnswerFailure, type Answer } from '../../lib/core/answer';
import { percentDecodedOrSame } from '../../lib/files/download';
import { storeAnswerFile } from '../../lib/files/outputFile';

const MODERATION_HEADERS = {
	blurred: 'x-service-is-blurred',
	contentViolation: 'x-service-is-content-violation',
	adultModelContentViolation: 'x-service-is-adult-model-content-violation',
	containsMinor: 'x-service-contains-minor',
};

/** Reads an answer that is a picture into one item with the file. */
export function createImageReader(stem: string) {
	return async function (this: ItemContext, answer: Answer): Promise<INodeExecutionData[]> {
		const facts = imageFacts.call(this, answer);
		const item = await storeAnswerFile(this, answer, { kind: 'image', stem });
		return [{ ...item, json: { ...item.json, ...facts } }];
	};
}

/**
 * What the headers tell about a picture: moderation flags, and the prompt when it was rewritten (docs/maintainers/service.md#images).
 * Throws a ServiceFailure for a flagged picture when the user chose to stop there.
 */
export function imageFacts(this: ItemContext, answer: Answer): IDataObject {
	const flags = Object.entries(MODERATION_HEADERS).flatMap(([name, key]) => {
		const value = header(answer, key);
		return value === undefined ? [] : [[name, value === 'true'] as const];
	});
	const raised = flags.filter(([, value]) => value).map(([name]) => name);
	if (raised.length > 0 && this.parameters.options.stopOnFlag === true) {
		throw unreadableAnswerFailure(answer, `The service flagged the image: ${raised.join(', ')}`, {
			kind: 'flagged',
			status: undefined,
			charge: 'certain',
			cure: 'Turn Stop on Flagged Content off to get it anyway.',
			details: { moderation: Object.fromEntries(flags) },
		});
	}
	const enhanced = header(answer, 'x-service-enhanced-prompt');
	return {
		...(flags.length > 0 ? { moderation: Object.fromEntries(flags) } : {}),
		...(enhanced === undefined ? {} : { enhancedPrompt: percentDecodedOrSame(enhanced) }),
	};
}
