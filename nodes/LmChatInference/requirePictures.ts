import type { ISupplyDataFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { loadModelsOnce } from '../../lib/models/fetchModel';
import { Run } from '../../lib/run/run';

/** Refuses, before an agent pays for a picture, a model that cannot be shown one. */
export async function requirePictures(
	context: ISupplyDataFunctions,
	model: unknown,
	encryption: unknown,
): Promise<void> {
	if (encryption !== undefined) {
		throw badInput(
			'Show Tool Pictures to the Model cannot be on where Encryption is Required: pictures cannot be encrypted',
			'Turn it off, or remove Options > Privacy > Encryption.',
		);
	}
	const { records } = await loadModelsOnce(context, new Run(1), 'text');
	const { spec } = records.find(({ id }) => id === model) ?? {};
	if (isRecord(spec?.capabilities) && spec.capabilities.supportsVision === false) {
		throw badInput(
			`Show Tool Pictures to the Model needs a model that reads images, but ${String(model)} does not`,
			'Choose another model, with Options > Model Filter > Abilities set to Vision, or turn it off.',
		);
	}
}
