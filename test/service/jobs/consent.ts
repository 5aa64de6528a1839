import { Refusal } from '../errors';
import { CONSENT_FLOW, type VideoQueueRequest } from '../schemas/videoJobs';

const ROLES = [
	['image', 'image_url'],
	['end_image', 'end_image_url'],
	['reference_image', 'reference_image_urls'],
	['reference_video', 'reference_video_urls'],
] as const;

/**
 * Shape H where a face is found and no consent was declared. A face is found in a link, or in the bytes of a
 * data URL, that has the word `face` in it.
 */
export function requireConsent(
	request: VideoQueueRequest,
	attested: Set<string>,
	user: string,
): void {
	const faces = ROLES.flatMap(([role, field]) =>
		[request[field] ?? []].flat().flatMap((url) => (hasFace(url) ? [{ role, url }] : [])),
	);
	const open = faces.filter(({ url }) => !attested.has(`${user} ${url}`));
	if (!open.length) return;
	if (!request.consents?.[CONSENT_FLOW])
		throw needsConsent([...new Set(open.map((one) => one.role))]);
	for (const { url } of open) attested.add(`${user} ${url}`);
}

function hasFace(url: string): boolean {
	const data = /^data:[^,]*;base64,(.*)$/is.exec(url)?.[1];
	return (data === undefined ? url : Buffer.from(data, 'base64').toString('latin1')).includes(
		'face',
	);
}

function needsConsent(face_media_roles: string[]): Refusal {
	return new Refusal(409, {
		error: {
			code: 'needs_consent',
			message: 'A face was found: confirm that you may use it, then send the request again',
		},
		consent_flow: CONSENT_FLOW,
		face_media_roles,
		consent: {
			consent_version: '2026-08-01',
			policy_text: 'I have the right to use the likeness of the people shown in these media.',
		},
		docs_url: 'https://service.example/docs/consent',
	});
}
