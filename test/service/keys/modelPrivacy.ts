import { isRecord } from '../../../lib/core/record';
import type { Call } from '../call';
import { refuse } from '../errors';
import { modelsOf } from '../models/catalogue';

/** Refuses a model that the privacy of the caller's key does not allow; what the request names is looked up as the route would. */
export function requireAllowedModel({ world, key, entry }: Call): void {
	const privacy = key && world.keyRing.find(key, key.id)?.settings.modelPrivacy;
	if (privacy === undefined || privacy === 'ALL' || !isRecord(entry.body)) return;
	const name = String(entry.body.model ?? entry.body.modelId).split(':')[0] ?? '';
	const found = modelsOf('all').find(
		({ record }) => record.id === name || record.model_spec.traits?.includes(name),
	);
	if (found === undefined || found.record.model_spec.privacy === 'private') return;
	if (privacy === 'PRIVATE_TEXT' && found.record.type !== 'text') return;
	throw refuse(403, `This key may not use ${name}`, 'MODEL_PRIVACY_RESTRICTED');
}
