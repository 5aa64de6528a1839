import type { NodeHint } from 'n8n-workflow';

import { MEDIA_ROLES } from './mediaRoles';

/** Warnings beside the input for more media of a kind than the interface is known to take: they are sent all the same. */
export function mediaHints(): NodeHint[] {
	return MEDIA_ROLES.flatMap(({ name, value, known }) =>
		known === undefined
			? []
			: [
					{
						message: `Media has more than ${known} of the kind ${name}, the most that the service is known to accept. If it refuses them, nothing is charged.`,
						type: 'warning' as const,
						location: 'inputPane' as const,
						whenToDisplay: 'beforeExecution' as const,
						displayCondition: `={{ ($parameter["media"]?.["medium"] ?? []).filter((one) => one.usedAs === "${value}").length > ${known} }}`,
					},
				],
	);
}
