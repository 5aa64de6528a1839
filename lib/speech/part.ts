import type { IBinaryData, IDataObject } from 'n8n-workflow';

/** A part that was spoken and paid for: its file, and what is known of it. */
export interface Part {
	binary: IBinaryData;
	json: IDataObject;
	/** The request that another model than the chosen one answered, for the parts that follow. */
	sent?: IDataObject;
}
