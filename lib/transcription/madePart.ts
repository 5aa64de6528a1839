import type { IDataObject } from 'n8n-workflow';

import type { PartTranscript } from './transcript';

/** The transcript of a part that was paid for, and what is known of it. */
export interface MadePart extends PartTranscript {
	model: string | null;
	requestId: string | null;
	cost: IDataObject | null;
	/** Whether the service heard nothing in it, and charged nothing. */
	silent: boolean;
}
