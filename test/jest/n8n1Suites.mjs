import { existsSync, readFileSync } from 'node:fs';

/**
 * What runs in n8n-core 1.x too, below test: what is different there, and one suite per node.
 * Everything else runs in 2.x alone.
 */
const SUITES = [
	'engine/engine',
	'credentials/inferenceServiceApi',
	'credentials/inferenceServiceWalletApi',
	'credentials/otherHosts',
	// No SDK for chat models.
	'nodes/aiSdk',
	'nodes/loading',
	// Other versions of the fields that its expressions and tools see.
	'nodes/extraFields',
	'nodes/inputFields',
	// Other versions of what keeps files.
	'nodes/fileMatrix',
	// One row in ten.
	'nodes/badInput',
	// Another HTTP client, other errors, another way to cancel.
	'nodes/transport/brokenHttp',
	'nodes/transport/cancel',
	'nodes/cost/dryRun',
	'nodes/transport/answerLimits',
	'nodes/transport/echo',
	'nodes/transport/egress',
	// Another way to a proxy.
	'nodes/transport/environmentProxies',
	// null too is an error for it.
	'nodes/transport/errorKey',
	'nodes/transport/proxies',
	'nodes/transport/run',
	'nodes/transport/secrets',
	'nodes/transport/tools',
	'nodes/EmbeddingsInference/embeddings',
	'nodes/InferenceApiKeys/create',
	'nodes/InferenceAudio/generateSpeech',
	'nodes/InferenceBilling/usageHistory',
	// Its own way to end requests in flight.
	'nodes/InferenceBilling/usageWindows',
	'nodes/InferenceCharacters/getMany',
	'nodes/InferenceChat/complete',
	'nodes/InferenceModels/verifyEnclave',
	'nodes/InferenceChat/stream',
	'nodes/InferenceCryptoRpc/call',
	'nodes/InferenceDecisions/decide',
	'nodes/InferenceEmbeddings/create',
	'nodes/InferenceImage/edit',
	'nodes/InferenceModels/models',
	// Its own way to start executions.
	'nodes/InferenceUsageTrigger/replay',
	'nodes/InferenceUsageTrigger/trigger',
	'nodes/InferenceVideo/video',
	'nodes/InferenceWeb/parseDocument',
	'nodes/InferenceX402/topUp',
	// Its own way to run a node again.
	'nodes/InferenceX402/topUpRepeated',
	'nodes/LmChatInference/picker',
];

/** The paths of these suites; throws when a suite is gone or a node has none. */
export function n8n1Suites(root) {
	const { n8n } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
	const missing = [
		...SUITES.filter((suite) => !existsSync(`${root}/test/${suite}.test.ts`)),
		...n8n.nodes
			.map((file) => file.split('/').at(-2))
			.filter((node) => !SUITES.some((suite) => suite.startsWith(`nodes/${node}/`))),
	];
	if (missing.length > 0) throw new Error(`No test in n8n 1: ${missing.join(', ')}`);
	return SUITES.map((suite) => `<rootDir>/test/${suite}.test.ts`);
}
