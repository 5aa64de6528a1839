import { usageHistory } from '../../host/checks/usageHistory.mjs';

const hour = 3_600_000;

/** What the service counted, by request ID. @param {any} service @returns {Promise<Map<string, number>>} */
export async function tokensByRequest(service) {
	const startTimestamp = new Date(Date.now() - hour).toISOString();
	/** @type {any[]} */
	const entries = await usageHistory(service, { startTimestamp });
	return new Map(
		entries
			.filter(({ inferenceDetails }) => inferenceDetails?.requestId)
			.map(({ inferenceDetails: { requestId, promptTokens, completionTokens } }) => [
				requestId,
				promptTokens + completionTokens,
			]),
	);
}
