import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput, ServiceFailure } from '../../core/failure';
import { isRecord } from '../../core/record';
import { notePlaceholder } from '../../core/rehearsal';
import { cancelBody } from '../../core/streams';
import { egressPolicy, fetchWithoutCredential } from '../../files/fetchWithoutCredential';
import { parseFileAddress } from '../../files/fileAddress';
import { accountOf } from '../../wire/account';
import { credentialTypeOf } from '../../wire/credential';
import type { Job } from './queuedJob';

const LABEL = 'The download link';
const MAX_DELETION_MS = 60_000;

/** The download link of a job as an earlier output has it together with the Queue ID: in the input item, or the item of an earlier node that belongs to it. */
export function earlierLinkOf(context: IExecuteSingleFunctions, job: Job): string | undefined {
	for (const json of earlierOutputs(context)) {
		const { queueId, downloadUrl } = json;
		if (queueId !== job.queueId || typeof downloadUrl !== 'string') continue;
		if ((job.downloadUrl ?? downloadUrl) === downloadUrl) return downloadUrl;
	}
	return undefined;
}

function* earlierOutputs(context: IExecuteSingleFunctions): Generator<IDataObject> {
	const { json } = context.getInputData();
	yield json;
	for (const { name } of context.getParentNodes(context.getNode().name)) {
		try {
			const expression = `={{ $(${JSON.stringify(name)}).item.json }}`;
			const found: unknown = context.evaluateExpression(expression, context.getItemIndex());
			if (isRecord(found)) yield found as IDataObject;
		} catch {
			// The node has not run, or n8n cannot tell which of its items belongs to this one.
		}
	}
}

/** What a link answered to its deletion: whether it deleted the file, and its status; none in a rehearsal. */
interface LinkDeletion {
	deleted: boolean;
	linkStatus?: number;
}

/**
 * Deletes the file behind the download link of a job (docs/maintainers/service.md#jobs): without the key, once, at this address. Where nothing
 * is, nothing is deleted. Throws a ServiceFailure for any other refusal.
 */
export async function deleteLinkedMedia(
	context: IExecuteSingleFunctions,
	link: string,
): Promise<LinkDeletion> {
	if ((await accountOf(context, credentialTypeOf(context.getNode()))).rehearses === true) {
		notePlaceholder(context);
		return { deleted: true };
	}
	const { protocol, origin, host } = parseFileAddress(link, LABEL);
	const { serviceOrigin } = await egressPolicy(context);
	if (protocol !== 'https:' && origin !== serviceOrigin)
		throw badInput(
			`${LABEL} does not start with https, so that nothing was deleted`,
			'Enter the link that the queued job returned.',
		);
	const request = { method: 'DELETE', url: link, timeout: MAX_DELETION_MS } as const;
	const { statusCode, headers, body } = await fetchWithoutCredential(context, request, LABEL);
	cancelBody(body);
	const deleted = statusCode >= 200 && statusCode < 300;
	if (deleted || statusCode === 404 || statusCode === 410)
		return { deleted, linkStatus: statusCode };
	const message = `${LABEL} on ${host} answered the deletion with status ${statusCode}`;
	throw new ServiceFailure(message, { kind: 'refused', status: statusCode, headers });
}

export function foreignLinkFailure({ queueId }: Job): ServiceFailure {
	return badInput(
		`Nothing was deleted: no earlier output has this Download URL together with the Queue ID ${queueId}`,
		'Connect the item of Queue, Generate or Retrieve, which holds queueId and downloadUrl, before this node. Other addresses are not deleted.',
	);
}
