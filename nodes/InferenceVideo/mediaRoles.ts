import type { NodeHint } from 'n8n-workflow';

import { isRecord } from '../../lib/core/record';

export interface MediaRole {
	name: string;
	value: string;
	description: string;
	/** The family of media types that its file must have. */
	kind?: 'audio' | 'image' | 'video';
	/** As many as the interface is known to take, where it takes a list. More are sent: the model and the service decide. */
	known?: number;
}

/** The uses of a medium, in the order of the panel. */
export const MEDIA_ROLES: MediaRole[] = [
	{
		name: 'First Image',
		value: 'image_url',
		description: 'The video starts with it',
		kind: 'image',
	},
	{
		name: 'Keyframe',
		value: 'keyframes',
		description: 'Up to 10, each the image of one frame',
		kind: 'image',
		known: 10,
	},
	{
		name: 'Last Image',
		value: 'end_image_url',
		description: 'The video ends with it',
		kind: 'image',
	},
	{
		name: 'Reference Audio',
		value: 'reference_audio_urls',
		description: 'Up to 10, only with other media',
		kind: 'audio',
		known: 10,
	},
	{
		name: 'Reference Document',
		value: 'reference_document_urls',
		description: 'Up to 1',
		known: 1,
	},
	{
		name: 'Reference Image',
		value: 'reference_image_urls',
		description: 'Up to 30',
		kind: 'image',
		known: 30,
	},
	{
		name: 'Reference Video',
		value: 'reference_video_urls',
		description: 'Up to 10',
		kind: 'video',
		known: 10,
	},
	{
		name: 'Scene Image',
		value: 'scene_image_urls',
		description: 'Up to 4, named @Image1 and so on in the prompt',
		kind: 'image',
		known: 4,
	},
	{
		name: 'Sound',
		value: 'audio_url',
		description: 'WAV or MP3 for the video to follow',
		kind: 'audio',
	},
	{
		name: 'Source Video',
		value: 'video_url',
		description: 'The video to edit',
		kind: 'video',
	},
];

/** Warnings beside the input for more media of a kind than the interface is known to take: they are sent all the same. */
export function mediaHints(): NodeHint[] {
	return MEDIA_ROLES.flatMap(({ name, value, known }) =>
		known === undefined
			? []
			: [
					{
						message: `More than ${known} files are used as ${name}; the service may accept only ${known}. If it refuses them, nothing is charged.`,
						type: 'warning' as const,
						location: 'inputPane' as const,
						whenToDisplay: 'beforeExecution' as const,
						displayCondition: `={{ ($parameter["options"]?.["media"]?.["medium"] ?? []).filter((one) => one.usedAs === "${value}").length > ${known} }}`,
					},
				],
	);
}

/** What a video made from these files and this choice of Start Image starts from; the picture of an item is not known while a panel is open. */
export function startKindOf(media: unknown, picture?: unknown): 'image' | 'text' {
	if (picture === 'binary' || picture === 'url') return 'image';
	const rows = Array.isArray(media) ? media.filter(isRecord) : [];
	return rows.some(({ usedAs }) => usedAs === 'image_url') ? 'image' : 'text';
}
