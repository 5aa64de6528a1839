import { CONSENT_FLOW } from '../../service/schemas/videoJobs';
import oldest from './20260801.010002.json';

/** A version of the published interface; what it does not name is as in the one before. */
export interface InterfaceVersion {
	version: string;
	/** Fields of requests that it added, by operation: `body:prompt`. */
	added: Record<string, string[]>;
	/** Operations that it added, with their fields in `added`. */
	operations: string[];
	/** What else changed, as sentences. */
	changed: string[];
	/** Operations that it took away. */
	gone: string[];
}

const KEY_PRIVACY = ['body:modelPrivacy'];

const ENHANCEMENT_PRICED = ['body:enhancement_model', 'body:target_fps', 'body:slowdown_factor'];

/** The versions that this package was compared with, oldest first; the fields of the first one are those of its published description. */
export const VERSIONS: InterfaceVersion[] = [
	{ version: '20260801.010002', added: oldest, operations: [], changed: [], gone: [] },
	{
		version: '20260821.193530',
		added: {
			'POST /video/queue': [
				'body:keyframes',
				'body:keyframes[].frame_index',
				'body:keyframes[].image_url',
				'body:omni_reference_task_type',
				'body:reference_document_urls',
			],
			'POST /api_keys': KEY_PRIVACY,
			'PATCH /api_keys': KEY_PRIVACY,
			'POST /api_keys/generate_web3_key': KEY_PRIVACY,
		},
		operations: [],
		changed: [
			'A video takes up to 30 reference images, 10 reference videos and 10 reference sounds, instead of 10, 5 and 5',
			'`prompt` and `negative_prompt` of a video may have 20,000 characters instead of 10,000',
			'`duration` of a video takes every whole second up to `30s`, `auto` and `-1`, `aspect_ratio` takes `auto`, and `resolution` takes `768P`',
			'`response_format` of speech has no default: the model decides',
			'A model record may have `discount_to_user` and `model_spec.uncensored`',
		],
		gone: ['GET /billing/usage'],
	},
	{
		version: '20260822.085102',
		added: {
			'POST /video/queue': [
				...ENHANCEMENT_PRICED,
				'body:output_format',
				'body:h264_output',
				'body:compression',
				'body:noise',
				'body:halo',
				'body:recover_detail',
				'body:grain',
				'body:softness',
				'body:creativity',
				'body:realism',
				'body:sharp',
			],
			'POST /video/quote': ENHANCEMENT_PRICED,
		},
		operations: [],
		changed: ['The record of a video model may have `constraints.enhancement`'],
		gone: [],
	},
];

const USER = ['body:anon_user_id'];
const USER_ANYWHERE = [...USER, 'form:anon_user_id'];

/** Operations whose fields no published description lists: the reference lists the first, a guide describes the other. */
export const NAMED_ALONE = ['GET /models/:id', 'GET /tee/attestation'];

/** What the service takes although no published description names it: guides say so, or it was built before one. */
export const UNPUBLISHED = {
	version: 'guides of 2026-09-21',
	added: {
		'POST /chat/completions': USER,
		'POST /image/generate': USER,
		'POST /image/edit': USER_ANYWHERE,
		'POST /image/multi-edit': USER_ANYWHERE,
		'POST /image/background-remove': USER_ANYWHERE,
		'POST /video/queue': [
			'body:bitrate_mode',
			'body:camera_trajectory',
			'body:camera_trajectory[].azimuth',
			'body:camera_trajectory[].time',
		],
	} as Record<string, string[]>,
	operations: /^POST \/(decisions|audio\/voice-changer\/\w+)$/,
};

/** Every field that an operation has had up to a version, by the name that the local service gives it. */
export function fieldsUpTo(version: string, operation: string): string[] {
	const last = VERSIONS.findIndex((one) => one.version === version);
	const name = operation.replace(/:(\w+)/g, '{$1}');
	return VERSIONS.slice(0, last + 1)
		.flatMap(({ added }) => added[name] ?? [])
		.map((field) => field.replace('{flow}', CONSENT_FLOW));
}

/** The first version, or the guides, that have a field; undefined for one that no description names. */
export function versionOf(operation: string, field: string): string | undefined {
	const published = VERSIONS.find(({ version }) =>
		fieldsUpTo(version, operation).some((one) => one.toLowerCase() === field.toLowerCase()),
	);
	if (published !== undefined) return published.version;
	const isGuided =
		UNPUBLISHED.operations.test(operation) ||
		UNPUBLISHED.added[operation]?.includes(field) === true;
	return isGuided ? UNPUBLISHED.version : undefined;
}
