import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';

import { executionMemory } from '../core/execution';

/** A picture in n8n's store that a tool of this package made, by the link that its agent got. */
const TOOL_PICTURE = z.object({
	link: z.string().min(1),
	id: z.string().min(1),
	mimeType: z.string(),
	fileName: z.string().optional(),
});
export type ToolPicture = z.infer<typeof TOOL_PICTURE>;

const MEMORY_KEY = 'inferenceToolPictures';
const MAX_NOTED_PICTURES = 20;

/** Notes with the execution that one of its tools made a picture, so that a chat model of the same execution may open it. */
export function noteToolPicture(context: object, link: string, file: IBinaryData): void {
	const memory = executionMemory(context, 'flow');
	const { id, mimeType, fileName } = file;
	if (memory === undefined || id === undefined || !mimeType.startsWith('image/')) return;
	const pictures = [...toolPicturesOf(context), { link, id, mimeType, fileName }];
	memory[MEMORY_KEY] = pictures.slice(-MAX_NOTED_PICTURES);
}

/** The pictures that tools of this package made in the execution, the newest last. */
export function toolPicturesOf(context: object): ToolPicture[] {
	const noted = executionMemory(context, 'flow')?.[MEMORY_KEY];
	return z.array(TOOL_PICTURE).catch([]).parse(noted);
}
