import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Answer } from '../base/answer';
import type { Job } from './job';

/** What the steps of following a job share. */
export interface JobCall {
	context: IExecuteSingleFunctions;
	job: Job;
	/** Name of the file without its extension, if the user sets none. */
	stem: 'audio' | 'video';
	/** Asks once for the status or the media of the job; `timeoutMs` is the longest wait for an answer. */
	retrieve(timeoutMs: number): Promise<Answer>;
	/** Asks the service once to delete the media. */
	complete(): Promise<Answer>;
	/** Waits so many milliseconds; throws a ServiceFailure when the run is cancelled. */
	rest(ms: number): Promise<void>;
	/** Says how the job goes, to whoever looks on. */
	tell(message: string): void;
}

/** The last known state of a job when polling stopped. */
export type Finding =
	| { state: 'media'; answer: Answer }
	| { state: 'done'; facts: IDataObject }
	| { state: 'running'; facts: IDataObject; problem?: string };
