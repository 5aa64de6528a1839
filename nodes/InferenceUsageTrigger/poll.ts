import type { IDataObject } from 'n8n-workflow';

import type { Span } from '../../lib/usage/handOffs';
import type { TriggerState } from '../../lib/usage/triggerState';

/** What a poll came to: the items to give, and the state to keep with them. */
export interface Poll {
	items: IDataObject[];
	state: TriggerState;
	/** Under which the state holds the items until their execution has succeeded; undefined when it does not. */
	key?: string;
	/** What could not be emitted again. */
	givenUp?: Span[];
	/** What was in executions that did not report their end. */
	silent?: Span[];
}
