import {
	checkMediaAgent,
	checkRetrieval,
	checkWalletAgent,
} from '../../host/checks/agentExamples.mjs';
import { checkAlert } from '../../host/checks/alert.mjs';
import { checkAsk } from '../../host/checks/ask.mjs';
import { checkChat } from '../../host/checks/chat.mjs';
import { checkCostLabels } from '../../host/checks/costLabels.mjs';
import { checkCredential, checkTestButton } from '../../host/checks/credential.mjs';
import { checkDataTables } from '../../host/checks/dataTables.mjs';
import { checkEnclaveWatch } from '../../host/checks/encrypted.mjs';
import { checkEvaluations } from '../../host/checks/evaluations.mjs';
import { checkBinaryModes } from '../../host/checks/filesInJson.mjs';
import { checkEveryNode } from '../../host/checks/everyNode.mjs';
import { checkFailedRuns } from '../../host/checks/failedRuns.mjs';
import { checkFeed } from '../../host/checks/feed.mjs';
import { checkGuard } from '../../host/checks/guard.mjs';
import { checkImages } from '../../host/checks/images.mjs';
import { checkInvoice } from '../../host/checks/invoice.mjs';
import { checkPackage } from '../../host/checks/package.mjs';
import { checkPromptCaching } from '../../host/checks/promptCaching.mjs';
import { checkRotation } from '../../host/checks/rotation.mjs';
import { checkRpc } from '../../host/checks/rpc.mjs';
import { checkLongSpeech, checkSpeech } from '../../host/checks/speech.mjs';
import { checkSpend } from '../../host/checks/spend.mjs';
import {
	checkChatMemory,
	checkDocuments,
	checkMcpAgent,
	checkVoiceBot,
} from '../../host/checks/templateChats.mjs';
import {
	checkPodcast,
	checkProductImages,
	checkSubtitles,
} from '../../host/checks/templateMedia.mjs';
import { checkSearch, checkTranscription } from '../../host/checks/texts.mjs';
import { checkTriggerPolls, checkTriggerTest } from '../../host/checks/trigger.mjs';
import { checkGeneratedVideo, checkVideo } from '../../host/checks/video.mjs';
import { checkWallet } from '../../host/checks/wallet.mjs';
import { checkDubbing } from '../../host/checks/dubbing.mjs';
import { checkCustomerKeys } from '../../host/checks/customerKeys.mjs';
import { checkVideoJobs } from '../../host/checks/videoJobs.mjs';
import { checkFirstSteps } from '../../host/checks/firstSteps.mjs';
import { checkPauseBudget } from '../../host/checks/pauseBudget.mjs';
import { checkRetirement } from '../../host/checks/retirement.mjs';
import { checkSupportMails } from '../../host/checks/supportMails.mjs';
import { checkAgentWithTools } from './agent.mjs';

/** @typedef {import('../../host/checks/checklist.mjs').Scene} Scene */
/** @typedef {import('../../host/workflows.mjs').Workflow} Workflow */

/** The check of each example, in an order in which none needs what another has used up. @type {[string[], (scene: Scene, ...examples: any[]) => Promise<unknown>][]} */
export const exampleChecks = [
	[['chat-automation'], checkChat],
	[['text-to-speech-file'], checkSpeech],
	[['long-text-to-speech'], checkLongSpeech],
	[['spend-report'], checkSpend],
	[['budget-alert'], checkAlert],
	[['usage-to-postgres'], checkFeed],
	[['usage-to-data-table', 'work-list'], checkDataTables],
	[['cost-by-workflow'], checkCostLabels],
	[['chat-within-budget'], checkGuard],
	[['ask-before-spending'], checkAsk],
	[['customer-invoice'], checkInvoice],
	[['rotate-api-key'], checkRotation],
	[['image-generation', 'image-multi-edit'], checkImages],
	[['transcription'], checkTranscription],
	[['embeddings-search'], checkSearch],
	[['video-wait-loop'], checkVideo],
	[['video-generate'], checkGeneratedVideo],
	[['rpc-balance-check'], checkRpc],
	[['enclave-watch'], checkEnclaveWatch],
	[['first-steps'], checkFirstSteps],
	[['support-mails'], checkSupportMails],
	[['dub-recording'], checkDubbing],
	[['model-retirement'], checkRetirement],
	[['pause-over-budget'], checkPauseBudget],
	[['failed-runs'], checkFailedRuns],
	[['customer-keys'], checkCustomerKeys],
	[['video-jobs'], checkVideoJobs],
	[['wallet-chat'], checkWallet],
	[['agent-image-speech'], checkMediaAgent],
	[['agent-retrieval'], checkRetrieval],
	[['agent-wallet-budget'], checkWalletAgent],
	[['prompt-caching'], checkPromptCaching],
	[['chat-memory-budget'], checkChatMemory],
	[['agent-retrieval'], checkDocuments],
	[['mcp-image-speech'], checkMcpAgent],
	[['voice-message-bot'], checkVoiceBot],
	[['compare-models'], checkEvaluations],
	[['podcast-from-articles'], checkPodcast],
	[['video-subtitles'], checkSubtitles],
	[['product-images'], checkProductImages],
];

/**
 * What is checked in each n8n: the package, its credential, every node, the trigger, and the examples that this n8n can run.
 * @param {Scene} scene
 * @param {(readonly [string[], (scene: Scene, ...examples: any[]) => Promise<unknown>, Workflow[]])[]} examples
 * @param {boolean} isFirst n8n 1.x keeps no credential from the nodes of others
 */
export async function runCompatibilityChecks(scene, examples, isFirst) {
	await checkTriggerPolls(scene, async () => {
		await checkPackage(scene);
		await (isFirst ? checkTestButton : checkCredential)(scene);
		await checkEveryNode(scene);
		await checkAgentWithTools(scene, isFirst);
		// n8n 1.x always keeps files beside the JSON.
		if (!isFirst) await checkBinaryModes(scene);
		for (const [, check, workflows] of examples) await check(scene, ...workflows);
		await checkTriggerTest(scene);
	});
}
