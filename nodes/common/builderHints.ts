import type { IBuilderHint } from 'n8n-workflow';

const ownNode = (node: string) => `n8n-nodes-inference-service.${node}`;
const langchainNode = (node: string) => `@n8n/n8n-nodes-langchain.${node}`;
const baseNode = (node: string) => `n8n-nodes-base.${node}`;

/** n8n's own instructions to AI builders recommend retryOnFail, which runs a whole node again. */
const PAID_NOTE =
	'Every input item is a paid call, so limit the items before this node. retryOnFail is not needed: the node retries calls that were certainly not charged. On an Execute Sub-workflow node that calls it, retryOnFail pays for every call again.';

const createHint = (searchHint: string, related: Record<string, string>): IBuilderHint => ({
	searchHint,
	relatedNodes: Object.entries(related).map(([nodeType, relationHint]) => ({
		nodeType,
		relationHint,
	})),
});

/** What AI builders read about each node, beside its parameters; n8n before 2.0 ignores it. */
export const BUILDER_HINTS = {
	inferenceChat: createHint(
		`One answer per item: summarize, classify, extract, describe files, return JSON. For an agent with tools or memory use AI Agent with Inference Chat Model. ${PAID_NOTE}`,
		{
			[langchainNode('agent')]: 'For tools, memory and several steps',
			[ownNode('lmChatInference')]: 'The language model of that agent',
			[ownNode('inferenceBilling')]: 'Budget > Check before it keeps a limit on spend',
		},
	),
	inferenceAudio: createHint(
		`Speech > Generate puts a file into a binary field, Recording > Transcribe reads one from a binary field: connect them directly. Music and Sound > Generate waits for the file, as Voice > Convert does; Queue and Job > Retrieve are for runs that must not wait. ${PAID_NOTE}`,
		{
			[baseNode('readWriteFile')]: 'Reads a recording from disk, or saves the speech',
			[ownNode('inferenceChat')]: 'Works with the transcribed text',
		},
	),
	inferenceImage: createHint(
		`Image > Generate makes an image from a prompt; Edit, Edit Multiple, Upscale and Remove Background read one from a binary field or a URL. The result is in a binary field. ${PAID_NOTE}`,
		{
			[ownNode('inferenceVideo')]: 'Animates the image',
			[baseNode('readWriteFile')]: 'Saves the image',
		},
	),
	inferenceVideo: createHint(
		`Video > Generate queues a video and waits for the file, Video > Upscale enlarges one. To wait in the workflow instead, use Queue, Wait and Retrieve, and keep the queue ID and the model of the job. Quote returns the price first, free of charge. ${PAID_NOTE}`,
		{
			[baseNode('wait')]: 'Between Queue and Retrieve',
			[ownNode('inferenceImage')]: 'Makes the first picture',
		},
	),
	inferenceEmbeddings: createHint(
		`Returns vectors as data. To fill or search a vector store, use Inference Embeddings Model as its sub-node instead. ${PAID_NOTE}`,
		{ [ownNode('embeddingsInference')]: 'The sub-node for vector stores' },
	),
	inferenceWeb: createHint(
		`Web > Search returns search results, Page > Scrape one web page as Markdown, Document > Parse the text of a PDF, DOCX or other file from a binary field. ${PAID_NOTE}`,
		{ [ownNode('inferenceChat')]: 'Summarizes what was found' },
	),
	inferenceDecisions: createHint(
		`Yes or no, one of several options, or a score, each with a confidence: classify, route, triage, moderate. Put an If node on "unsure" behind it, so that a person looks at what the model is not sure of. ${PAID_NOTE}`,
		{
			[baseNode('if')]: 'Sends unsure items to a person',
			[baseNode('switch')]: 'Routes by an answer',
			[ownNode('inferenceChat')]: 'For answers in words',
		},
	),
	inferenceModels: createHint(
		'Free of charge. Only needed to show or compare models: the model parameters of the other nodes have lists of their own.',
		{ [ownNode('inferenceChat')]: 'Uses a model' },
	),
	inferenceCharacters: createHint(
		'Free of charge. Returns the slugs that the Character option of Inference Chat takes.',
		{ [ownNode('inferenceChat')]: 'Answers as the character' },
	),
	inferenceBilling: createHint(
		'Free of charge, but needs the credential of an API key that may read billing. Spend Report > Get adds up what was charged, ready for Slack (set the Slack node to blocks), as data, chart or page. Run Cost > Get, behind an agent or any node, says what the execution cost by node, model and cost label. Budget > Check says whether more may be spent, so put it and an If node before paid nodes.',
		{
			[baseNode('scheduleTrigger')]: 'For a report every day, week or month',
			[baseNode('slack')]: 'Posts the report',
			[ownNode('inferenceUsageTrigger')]: 'Starts a workflow when something was charged',
		},
	),
	inferenceCryptoRpc: createHint(
		`JSON-RPC > Call sends one call to a blockchain, Call Batch many at once for each item. Sending a signed transaction cannot be undone. ${PAID_NOTE}`,
		{ [ownNode('inferenceX402')]: 'The credit of a wallet at the service' },
	),
	inferenceX402: createHint(
		'Needs the wallet credential. Balance > Top Up pays real USDC that cannot be returned: keep Dry Run on unless the user asked for the payment, and never set retryOnFail. Everything else is free of charge.',
		{ [ownNode('inferenceCryptoRpc')]: 'What the wallet holds on a blockchain' },
	),
	inferenceApiKeys: createHint(
		'Free of charge, but needs the credential of an admin key. API Key > Create returns the secret in the field apiKey this one time: store it in the next node. A limit per day, month or lifetime is the only cap that holds for every caller of a key. Not for agents, except to read.',
		{
			[ownNode('inferenceBilling')]: 'Budget > Check compares what a key has used with its limit',
			[baseNode('httpRequest')]: "Puts the new key into a credential, through n8n's own API",
		},
	),
	inferenceUsageTrigger: createHint(
		'Polls and starts the workflow with new charges of the account, one item each, as a summary, or once spend passes a threshold. To store every charge, store by id and turn on Replay Unfinished Executions. For a report on a schedule use Schedule Trigger and Inference Billing instead.',
		{
			[baseNode('slack')]: 'Posts the alert',
			[ownNode('inferenceBilling')]: 'Adds up a period',
		},
	),
	lmChatInference: createHint(
		'Sub-node: the language model of an AI Agent or a chain. Every step of the agent is a paid call, so limit its iterations, and do not set retryOnFail on the agent, which starts it again with all its calls. Reasoning and tools work with models whose record names them.',
		{
			[langchainNode('agent')]: 'Uses the model',
			[ownNode('inferenceChat')]: 'For one answer per item without an agent',
		},
	),
	embeddingsInference: createHint(
		'Sub-node: the vectors of a vector store. Use the same model to fill the store and to search it. Every text is charged, so do not fill the store again with each run, and do not set retryOnFail on the store.',
		{
			[langchainNode('vectorStorePGVector')]: 'Stores the vectors permanently',
			[langchainNode('vectorStoreInMemory')]: 'Stores them until n8n restarts',
		},
	),
} satisfies Record<string, IBuilderHint>;
