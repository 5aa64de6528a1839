/** What n8n calls its own nodes, fields, buttons and pages, and Slack its buttons. */
export const N8N_LABELS = [
	...['AI Agent', 'AI Agent Tool', 'Auto-Fix Format', 'Basic LLM Chain', 'Chat'],
	...['Embedding Batch Size', 'Enable Fallback Model', 'Enable Streaming', 'Guardrails', 'If'],
	...['Information Extractor', 'Loop Over Items', 'MCP Client Tool', 'MCP Server Trigger'],
	...['Bearer Auth', 'Execute Sub-workflow', 'Map Reduce', 'Max Iterations', 'Model Selector'],
	...['Read/Write Files from Disk', 'Refine', 'Require Specific Output Format', 'Respond'],
	...['Respond to Webhook', 'Response Mode', 'Sentiment Analysis', 'Set Manually', 'Streaming'],
	...['Structured Output Parser', 'Stuff', 'Text Classifier', 'Tool Description', 'Wait'],
	...['Using Response Nodes', 'When Last Node Finishes', 'Make Available in n8n Chat Hub'],
	...['Agents', 'Community nodes', 'Correctness (AI-based)', 'Credential', 'Evaluations'],
	...['Binary', 'Execute step', 'Execute workflow', 'Install', 'On chat message', 'Open chat'],
	...['Output', 'Poll Times', 'Postgres', 'Publish', 'Retry', 'Settings', 'Timezone', 'View'],
	...[
		'Continue',
		'Execution logic v2',
		'Ignore SSL Issues',
		'On Error',
		'Request Options',
		'Retry On Fail',
	],
	...['Do not save', 'Save failed production executions', 'Save manual executions'],
	...['Save successful production executions', 'Retry with currently saved workflow'],
	...['Approve', 'Approve up to', 'Decline', 'Slack', 'Slack API'],
];

/** What is set in italics and is no label: words of a message, an answer, a standard or an example. */
export const SAID = [
	...['Error', 'Skipped after an earlier item was refused', 'Nothing was signed'],
	...['Same request as item 1, which failed', 'The execution was cancelled manually'],
	...['Test', 'exact', 'in one request for 50 items', 'askAboveUsd'],
	...['confirmedBy', 'transactions', 'Cost and Usage', 'Host', 'Crypto RPC'],
	'Video with a wait loop',
];
