/** n8n's two ways to poll, by the settings that choose them. @type {Record<string, Record<string, string>>} */
export const engines = {
	default: {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};
