import assert from 'node:assert/strict';
import { putCredentials } from '../demo.mjs';
import { owner } from '../owner.mjs';
import { connect } from '../rest.mjs';
import { readExamples } from '../workflows.mjs';
import { checkMediaAgent, checkRetrieval, checkWalletAgent } from './agentExamples.mjs';
import { checkAgents } from './agents.mjs';
import { checkAlert } from './alert.mjs';
import { checkBuilder } from './builder.mjs';
import { checkChains } from './chains.mjs';
import { checkChat } from './chat.mjs';
import { checkChatHub } from './chatHub.mjs';
import { checkChatWidget } from './chatWidget.mjs';
import { checklist } from './checklist.mjs';
import { checkAgentCost } from './costs.mjs';
import { checkCredential } from './credential.mjs';
import { checkDataTables } from './dataTables.mjs';
import { checkEditor } from './editor.mjs';
import { checkEveryNode } from './everyNode.mjs';
import { checkFeed } from './feed.mjs';
import { checkGuard } from './guard.mjs';
import { checkImages } from './images.mjs';
import { checkMcpServer } from './mcpServer.mjs';
import { checkMessengers } from './messengers.mjs';
import { checkN8nAgents } from './n8nAgents.mjs';
import { checkBuilderSearch, checkNodeCreator } from './nodeSearch.mjs';
import { checkPackage } from './package.mjs';
import { checkEveryPanel } from './panels.mjs';
import { checkPromptCaching } from './promptCaching.mjs';
import { checkReportPage } from './reportPage.mjs';
import { checkRotation } from './rotation.mjs';
import { checkRpc } from './rpc.mjs';
import { checkLongSpeech, checkSpeech } from './speech.mjs';
import { checkSpend } from './spend.mjs';
import { checkSearch, checkTranscription } from './texts.mjs';
import { checkTriggerPolls, checkTriggerTest } from './trigger.mjs';
import { checkStreams } from './streams.mjs';
import { checkTypes } from './types.mjs';
import { checkGeneratedVideo, checkVideo } from './video.mjs';
import { checkVectorStores } from './vectorStores.mjs';
import { checkWallet } from './wallet.mjs';
import { checkWithoutOutside } from './withoutOutside.mjs';

/** By the credential test with a base URL that lacks the version path. */
const askedOnPurpose = 'GET /api_keys/rate_limits is no route';

/**
 * Everything that is checked in a running n8n. The trigger needs minutes, as n8n polls once a minute: the rest runs meanwhile.
 * @param {Awaited<ReturnType<typeof import('../freshHost.mjs').startFreshHost>>} running
 */
export async function runChecks({ url, service, home, slack, startDatabase }) {
	const { check, summary } = checklist();
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const scene = { rest, service, credential, home, slack, startDatabase, check };
	const {
		'chat-automation': chat,
		'text-to-speech-file': speech,
		'long-text-to-speech': longSpeech,
		'spend-report': spend,
		'budget-alert': alert,
		'usage-to-postgres': feed,
		'usage-to-data-table': tableFeed,
		'work-list': workList,
		'chat-within-budget': guard,
		'image-generation': generation,
		'image-multi-edit': multiEdit,
		transcription,
		'embeddings-search': search,
		'video-generate': generatedVideo,
		'video-wait-loop': video,
		'rpc-balance-check': balance,
		'wallet-chat': wallet,
		'rotate-api-key': rotation,
		'agent-image-speech': mediaAgent,
		'agent-retrieval': retrieval,
		'agent-wallet-budget': walletAgent,
		'mcp-image-speech': mcp,
		'prompt-caching': caching,
		...unchecked
	} = readExamples();

	const others = async () => {
		await checkPackage(scene);
		await checkCredential(scene);
		await check('every example has a check', () => assert.deepEqual(Object.keys(unchecked), []));
		await checkChat(scene, chat);
		await checkChatWidget(scene, chat);
		await checkMessengers(scene);
		await checkSpeech(scene, speech);
		await checkLongSpeech(scene, longSpeech);
		await checkReportPage(scene, await checkSpend(scene, spend));
		await checkAlert(scene, alert);
		await checkFeed(scene, feed);
		await checkDataTables(scene, tableFeed, workList);
		await checkGuard(scene, guard);
		await checkRotation(scene, rotation);
		await checkWithoutOutside(scene, [spend, alert, feed]);
		await checkImages(scene, generation, multiEdit);
		await checkTranscription(scene, transcription);
		await checkSearch(scene, search);
		await checkVideo(scene, video);
		await checkGeneratedVideo(scene, generatedVideo);
		await checkRpc(scene, balance);
		await checkWallet(scene, wallet);
		// These give the wallet credit, which the check before has to find empty.
		await checkAgents(scene);
		await checkAgentCost(scene);
		await checkMediaAgent(scene, mediaAgent);
		await checkRetrieval(scene, retrieval);
		await checkWalletAgent(scene, walletAgent);
		await checkN8nAgents(scene);
		await checkMcpServer(scene, mcp);
		await checkChatHub(scene, { 'chat-automation': chat, 'agent-image-speech': mediaAgent });
		await checkStreams(scene, chat);
		await checkChains(scene);
		await checkPromptCaching(scene, caching);
		await checkVectorStores(scene);
		await checkEveryNode(scene);
		await checkTriggerTest(scene);
		await checkBuilderSearch(scene);
		await checkTypes(scene);
		await checkBuilder(scene);
		await checkNodeCreator(scene);
		await checkEveryPanel(scene);
		await checkEditor(scene);
	};
	await checkTriggerPolls(scene, others);
	await check('nothing asked the service for what it does not have', () => {
		assert.deepEqual(
			service.unexpected.filter((/** @type {string} */ one) => one !== askedOnPurpose),
			[],
		);
	});
	return summary();
}
