import { attest, attestationReport } from '../../../../lib/privacy/attest';
import { enclaveChoices } from '../../../../lib/privacy/enclaveChoices';
import { toQuery } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { enclaveField } from '../../../common/fields/enclave';
import { modelField } from '../../../common/fields/picker';

export const verifyEnclave = {
	option: {
		name: 'Verify',
		value: 'verify',
		action: 'Verify an enclave',
		description:
			'Verify, check by check, that a model runs in a genuine Intel TDX enclave, whose memory the operator of the machine cannot read',
		routing: { request: { method: 'GET', url: '/tee/attestation' } },
	},
	free: true,
	prepare: [
		function () {
			enclaveChoices(this.parameters.enclave);
		},
	],
	async make({ context, request, send }) {
		const choices = enclaveChoices(context.parameters.enclave);
		const name = String(request.qs?.model ?? '');
		const attestation = await attest(
			context,
			name,
			choices,
			async (query) => await send({ ...request, qs: { ...request.qs, ...query } }),
		);
		return [{ json: attestationReport(attestation) }];
	},
	fields: [
		{
			...modelField({
				search: 'searchEnclaveModels',
				required: true,
				description: 'Model whose enclave to verify',
			}),
			routing: toQuery('model'),
		},
		enclaveField(),
	],
} satisfies Operation;
