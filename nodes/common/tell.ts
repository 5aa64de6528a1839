import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** Writes a line into the log of n8n and, while a user runs the workflow in the editor, into the console of the browser. */
export function tell(context: IExecuteSingleFunctions, message: string): void {
	context.logger.info(`"${context.getNode().name}": ${message}`);
	// n8n shows lines of its Code node in the same way; the types do not name it for this kind of context.
	if ('sendMessageToUI' in context && typeof context.sendMessageToUI === 'function') {
		context.sendMessageToUI(message);
	}
}
