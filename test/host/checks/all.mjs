import assert from 'node:assert/strict';
import { putCredentials } from '../demo.mjs';
import { owner } from '../owner.mjs';
import { NotHere, PlainError } from '../plainError.mjs';
import { connect } from '../rest.mjs';
import { readExamples } from '../workflows.mjs';
import { checkMediaAgent, checkRetrieval, checkWalletAgent } from './agentExamples.mjs';
import { checkAgentCalls } from './agentCalls.mjs';
import { checkAgentChat } from './agentChat.mjs';
import { checkAgentLimits } from './agentLimits.mjs';
import { checkAgents } from './agents.mjs';
import { checkAlert } from './alert.mjs';
import { checkAsk } from './ask.mjs';
import { checkBuilder } from './builder.mjs';
import { checkChains } from './chains.mjs';
import { checkChat } from './chat.mjs';
import { checkChatHub } from './chatHub.mjs';
import { checkChatWidget } from './chatWidget.mjs';
import { checklist } from './checklist.mjs';
import { checkCostLabels } from './costLabels.mjs';
import { checkAgentCost, checkCostSums, checkSubWorkflowCap } from './costs.mjs';
import { checkCredential } from './credential.mjs';
import { checkCustomerKeys } from './customerKeys.mjs';
import { checkDataTables } from './dataTables.mjs';
import { checkEditor } from './editor.mjs';
import { checkEnclaveWatch, checkEncrypted } from './encrypted.mjs';
import { checkEvaluations } from './evaluations.mjs';
import { checkEveryNode } from './everyNode.mjs';
import { checkFallback } from './fallback.mjs';
import { checkFailedRuns } from './failedRuns.mjs';
import { checkFeed } from './feed.mjs';
import { checkFilesInJson } from './filesInJson.mjs';
import { checkFirstRun } from './firstRun.mjs';
import { checkEmptyArguments } from './emptyArguments.mjs';
import { checkCheckedAnswer } from './checkedAnswer.mjs';
import { checkOtherFields } from './otherFields.mjs';
import { checkPauseBudget } from './pauseBudget.mjs';
import { checkPauses } from './pauses.mjs';
import { checkGuard } from './guard.mjs';
import { checkHumanReview } from './humanReview.mjs';
import { checkImages } from './images.mjs';
import { checkInvoice } from './invoice.mjs';
import { checkLookUps } from './lookUps.mjs';
import { checkLongRecording } from './longRecording.mjs';
import { checkMcpServer } from './mcpServer.mjs';
import { checkMessengers } from './messengers.mjs';
import { checkN8nAgents } from './n8nAgents.mjs';
import { checkNetworks } from './networks.mjs';
import { checkBuilderSearch, checkNodeCreator, checkOtherSearches } from './nodeSearch.mjs';
import { checkPackage } from './package.mjs';
import { checkEveryPanel } from './panels.mjs';
import { checkPromptCaching } from './promptCaching.mjs';
import { checkRehearsal } from './rehearsal.mjs';
import { checkReportPage } from './reportPage.mjs';
import { checkRetryButton } from './retryButton.mjs';
import { checkRotation } from './rotation.mjs';
import { checkRpc } from './rpc.mjs';
import { checkLongSpeech, checkSpeech } from './speech.mjs';
import { checkSavings } from './savings.mjs';
import { checkSpend } from './spend.mjs';
import { checkSearch, checkTranscription } from './texts.mjs';
import { checkTriggerPolls, checkTriggerTest, checkTriggerTimeLimit } from './trigger.mjs';
import { checkStreams } from './streams.mjs';
import { checkChatMemory, checkDocuments, checkMcpAgent, checkVoiceBot } from './templateChats.mjs';
import { checkPodcast, checkProductImages, checkSubtitles } from './templateMedia.mjs';
import { checkTypes } from './types.mjs';
import { checkVideoJobs } from './videoJobs.mjs';
import { checkGeneratedVideo, checkVideo } from './video.mjs';
import { checkVectorStores } from './vectorStores.mjs';
import { checkWallet } from './wallet.mjs';
import { checkDubbing } from './dubbing.mjs';
import { checkFirstSteps } from './firstSteps.mjs';
import { checkRetirement } from './retirement.mjs';
import { checkSupportMails } from './supportMails.mjs';
import { checkWithoutOutside } from './withoutOutside.mjs';

/** By the credential test with a base URL that lacks the version path. */
const askedOnPurpose = 'GET /api_keys/rate_limits is no route';

/** @param {Record<string, () => unknown>} groups @param {string} name */
function pick(groups, name) {
	const group = groups[name];
	if (!group) throw new PlainError(`"${name}" is none of ${Object.keys(groups).join(', ')}.`);
	return group;
}

/**
 * Everything that is checked in a running n8n, or only the groups that `only` names. The trigger needs minutes, as n8n polls once a minute: the rest runs meanwhile.
 * What the n8n lacks for a group skips it.
 * @param {Awaited<ReturnType<typeof import('../freshHost.mjs').startFreshHost | typeof import('../runningHost.mjs').useRunningHost>>} running
 * @param {string[]} only
 */
export async function runChecks(running, only = []) {
	const { service } = running;
	const { check, skip, summary } = checklist();
	const rest = await connect(running.url, owner);
	const credential = await putCredentials(rest, service);
	/** @type {import('./checklist.mjs').Scene} What the n8n lacks says so when it is read. */
	const scene = Object.assign(Object.create(running), { rest, credential, check });
	const {
		'chat-automation': chat,
		'text-to-speech-file': speech,
		'long-text-to-speech': longSpeech,
		'spend-report': spend,
		'budget-alert': alert,
		'usage-to-postgres': feed,
		'usage-to-data-table': tableFeed,
		'work-list': workList,
		'cost-by-workflow': costByWorkflow,
		'ask-before-spending': ask,
		'customer-invoice': invoice,
		'customer-keys': customerKeys,
		'chat-within-budget': guard,
		'pause-over-budget': pauseBudget,
		'failed-runs': failedRuns,
		'image-generation': generation,
		'image-multi-edit': multiEdit,
		transcription,
		'embeddings-search': search,
		'video-generate': generatedVideo,
		'video-wait-loop': video,
		'video-jobs': videoJobs,
		'rpc-balance-check': balance,
		'wallet-chat': wallet,
		'rotate-api-key': rotation,
		'agent-image-speech': mediaAgent,
		'agent-retrieval': retrieval,
		'agent-wallet-budget': walletAgent,
		'mcp-image-speech': mcp,
		'prompt-caching': caching,
		'compare-models': comparison,
		'enclave-watch': enclaveWatch,
		'first-steps': firstSteps,
		'support-mails': supportMails,
		'dub-recording': dubbing,
		'model-retirement': retirement,
		'chat-memory-budget': chatMemory,
		'podcast-from-articles': podcast,
		'product-images': productImages,
		'video-subtitles': subtitles,
		'voice-message-bot': voiceBot,
		...unchecked
	} = readExamples();

	const exampleFlows = { 'chat-automation': chat, 'agent-image-speech': mediaAgent };
	/** In the order in which they run: one that stands later may build on what an earlier one left. */
	const groups = {
		package: () => checkPackage(scene),
		credential: () => checkCredential(scene),
		networks: () => checkNetworks(scene),
		examples: () =>
			check('every example has a check', () => assert.deepEqual(Object.keys(unchecked), [])),
		ask: () => checkAsk(scene, ask),
		firstSteps: () => checkFirstSteps(scene, firstSteps),
		customerKeys: () => checkCustomerKeys(scene, customerKeys),
		videoJobs: () => checkVideoJobs(scene, videoJobs),
		otherFields: () => checkOtherFields(scene),
		checkedAnswer: () => checkCheckedAnswer(scene),
		supportMails: () => checkSupportMails(scene, supportMails),
		dubbing: () => checkDubbing(scene, dubbing),
		retirement: () => checkRetirement(scene, retirement),
		humanReview: () => checkHumanReview(scene),
		agentCalls: () => checkAgentCalls(scene),
		emptyArguments: () => checkEmptyArguments(scene),
		agentChat: () => checkAgentChat(scene),
		agentLimits: () => checkAgentLimits(scene),
		invoice: () => checkInvoice(scene, invoice),
		chat: () => checkChat(scene, chat),
		chatWidget: () => checkChatWidget(scene, chat),
		messengers: () => checkMessengers(scene),
		speech: () => checkSpeech(scene, speech),
		longSpeech: () => checkLongSpeech(scene, longSpeech),
		spend: async () => checkReportPage(scene, await checkSpend(scene, spend)),
		alert: () => checkAlert(scene, alert),
		feed: () => checkFeed(scene, feed),
		dataTables: () => checkDataTables(scene, tableFeed, workList),
		costLabels: () => checkCostLabels(scene, costByWorkflow),
		guard: () => checkGuard(scene, guard),
		pauseBudget: () => checkPauseBudget(scene, pauseBudget),
		failedRuns: () => checkFailedRuns(scene, failedRuns),
		rotation: () => checkRotation(scene, rotation),
		withoutOutside: () => checkWithoutOutside(scene, [spend, alert, feed]),
		filesInJson: () => checkFilesInJson(scene),
		images: () => checkImages(scene, generation, multiEdit),
		transcription: () => checkTranscription(scene, transcription),
		longRecording: () => checkLongRecording(scene),
		search: () => checkSearch(scene, search),
		video: () => checkVideo(scene, video),
		generatedVideo: () => checkGeneratedVideo(scene, generatedVideo),
		rpc: () => checkRpc(scene, balance),
		wallet: () => checkWallet(scene, wallet),
		// These give the wallet credit, which the check before has to find empty.
		agents: () => checkAgents(scene),
		fallback: () => checkFallback(scene),
		pauses: () => checkPauses(scene),
		retryButton: () => checkRetryButton(scene),
		encrypted: () => scene.trustsTestEnclaves && checkEncrypted(scene),
		enclaveWatch: () => checkEnclaveWatch(scene, enclaveWatch),
		agentCost: () => checkAgentCost(scene),
		costSums: () => checkCostSums(scene),
		subWorkflowCap: () => checkSubWorkflowCap(scene),
		mediaAgent: () => checkMediaAgent(scene, mediaAgent),
		retrieval: () => checkRetrieval(scene, retrieval),
		walletAgent: () => checkWalletAgent(scene, walletAgent),
		n8nAgents: () => checkN8nAgents(scene),
		mcpServer: () => checkMcpServer(scene, mcp),
		chatHub: () => checkChatHub(scene, exampleFlows),
		streams: () => checkStreams(scene, chat),
		chains: () => checkChains(scene),
		lookUps: () => checkLookUps(scene),
		promptCaching: () => checkPromptCaching(scene, caching),
		chatMemory: () => checkChatMemory(scene, chatMemory),
		documents: () => checkDocuments(scene, retrieval),
		mcpAgent: () => checkMcpAgent(scene, mcp),
		voiceBot: () => checkVoiceBot(scene, voiceBot),
		evaluations: () => checkEvaluations(scene, comparison),
		podcast: () => checkPodcast(scene, podcast),
		subtitles: () => checkSubtitles(scene, subtitles),
		productImages: () => checkProductImages(scene, productImages),
		vectorStores: () => checkVectorStores(scene),
		savings: () => checkSavings(scene),
		everyNode: () => checkEveryNode(scene),
		triggerTest: () => checkTriggerTest(scene),
		builderSearch: () => checkBuilderSearch(scene),
		otherSearches: () => checkOtherSearches(scene),
		types: () => checkTypes(scene),
		builder: () => checkBuilder(scene),
		nodeCreator: () => checkNodeCreator(scene),
		// After the checks of the examples, whose tables it takes.
		rehearsal: () => checkRehearsal(scene, readExamples()),
		// It makes the tables of the examples anew.
		firstRun: () => checkFirstRun(scene, readExamples()),
		panels: () => checkEveryPanel(scene),
		editor: () => checkEditor(scene),
	};
	/** They need minutes, while the others run. */
	const beside = { triggerTimeLimit: () => checkTriggerTimeLimit(scene) };
	const run = async (/** @type {string[]} */ names) => {
		for (const name of names) {
			try {
				await pick({ ...groups, ...beside }, name)();
			} catch (error) {
				if (!(error instanceof NotHere)) throw error;
				skip(name, error);
			}
		}
	};
	if (only.length > 0) {
		await run(only);
		return summary();
	}
	const others = run(Object.keys(beside));
	await checkTriggerPolls(scene, () => run(Object.keys(groups)));
	await others;
	await check('nothing asked the service for what it does not have', () => {
		assert.deepEqual(
			service.unexpected.filter((/** @type {string} */ one) => one !== askedOnPurpose),
			[],
		);
	});
	return summary();
}
