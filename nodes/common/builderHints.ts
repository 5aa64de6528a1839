import type { IBuilderHint } from 'n8n-workflow';

const own = (node: string) => `n8n-nodes-inference-service.${node}`;
const langchain = (node: string) => `@n8n/n8n-nodes-langchain.${node}`;
const base = (node: string) => `n8n-nodes-base.${node}`;

/** n8n's own instructions to AI builders recommend retryOnFail, which runs a whole node again. */
const paid =
	'Every input item is a paid call, so limit the items before this node. retryOnFail is not needed: the node retries calls that were certainly not charged.';

const hint = (searchHint: string, related: Record<string, string>): IBuilderHint => ({
	searchHint,
	relatedNodes: Object.entries(related).map(([nodeType, relationHint]) => ({
		nodeType,
		relationHint,
	})),
});

/** What AI builders read about each node, beside its parameters; n8n before 2.0 ignores it. */
export const builderHints = {
	inferenceChat: hint(
		`One answer per item: summarize, classify, extract, describe files, return JSON. For an agent with tools or memory use AI Agent with Inference Chat Model. ${paid}`,
		{
			[langchain('agent')]: 'For tools, memory and several steps',
			[own('lmChatInference')]: 'The language model of that agent',
			[own('inferenceBilling')]: 'Budget > Check before it keeps a limit on spend',
		},
	),
	inferenceAudio: hint(
		`Speech > Generate puts a file into a binary field, Recording > Transcribe reads one from a binary field: connect them directly. Music and Sound > Generate waits for the file, as Voice > Convert does; Queue and Retrieve are for runs that must not wait. ${paid}`,
		{
			[base('readWriteFile')]: 'Reads a recording from disk, or saves the speech',
			[own('inferenceChat')]: 'Works with the transcribed text',
		},
	),
	inferenceImage: hint(
		`Image > Generate makes an image from a prompt; Edit, Edit Multiple, Upscale and Remove Background read one from a binary field or a URL. The result is in a binary field. ${paid}`,
		{
			[own('inferenceVideo')]: 'Animates the image',
			[base('readWriteFile')]: 'Saves the image',
		},
	),
	inferenceVideo: hint(
		`Video > Generate queues a video and waits for the file. To wait in the workflow instead, use Queue, Wait and Retrieve, and keep the queue ID and the model of the job. Quote returns the price first, free of charge. ${paid}`,
		{
			[base('wait')]: 'Between Queue and Retrieve',
			[own('inferenceImage')]: 'Makes the first picture',
		},
	),
	inferenceEmbeddings: hint(
		`Returns vectors as data. To fill or search a vector store, use Inference Embeddings Model as its sub-node instead. ${paid}`,
		{ [own('embeddingsInference')]: 'The sub-node for vector stores' },
	),
	inferenceWeb: hint(
		`Web > Search returns search results, Page > Scrape one web page as Markdown, Document > Parse the text of a PDF, DOCX or other file from a binary field. ${paid}`,
		{ [own('inferenceChat')]: 'Summarizes what was found' },
	),
	inferenceDecisions: hint(
		`Yes or no, one of several options, or a score, each with a confidence: classify, route, triage, moderate. Put an If node on "unsure" behind it, so that a person looks at what the model is not sure of. ${paid}`,
		{
			[base('if')]: 'Sends unsure items to a person',
			[base('switch')]: 'Routes by an answer',
			[own('inferenceChat')]: 'For answers in words',
		},
	),
	inferenceModels: hint(
		'Free of charge. Only needed to show or compare models: the model parameters of the other nodes have lists of their own.',
		{ [own('inferenceChat')]: 'Uses a model' },
	),
	inferenceCharacters: hint(
		'Free of charge. Returns the slugs that the Character option of Inference Chat takes.',
		{ [own('inferenceChat')]: 'Answers as the character' },
	),
	inferenceBilling: hint(
		'Free of charge, but needs the credential of an API key that may read billing. Spend Report > Get adds up what was charged, ready for Slack (set the Slack node to blocks), as data, chart or page. Run Cost > Get, behind an agent or any node, says what the execution cost by node, model and cost label. Budget > Check says whether more may be spent, so put it and an If node before paid nodes.',
		{
			[base('scheduleTrigger')]: 'For a report every day, week or month',
			[base('slack')]: 'Posts the report',
			[own('inferenceUsageTrigger')]: 'Starts a workflow when something was charged',
		},
	),
	inferenceCryptoRpc: hint(
		`JSON-RPC > Call sends one call to a blockchain, Call Batch many at once for each item. Sending a signed transaction cannot be undone. ${paid}`,
		{ [own('inferenceX402')]: 'The credit of a wallet at the service' },
	),
	inferenceX402: hint(
		'Needs the wallet credential. Balance > Top Up pays real USDC that cannot be returned: keep Dry Run on unless the user asked for the payment, and never set retryOnFail. Everything else is free of charge.',
		{ [own('inferenceCryptoRpc')]: 'What the wallet holds on a blockchain' },
	),
	inferenceApiKeys: hint(
		'Free of charge, but needs the credential of an admin key. API Key > Create returns the secret in the field apiKey this one time: store it in the next node. A limit per day, month or lifetime is the only cap that holds for every caller of a key. Not for agents, except to read.',
		{
			[own('inferenceBilling')]: 'Budget > Check compares what a key has used with its limit',
			[base('httpRequest')]: "Puts the new key into a credential, through n8n's own API",
		},
	),
	inferenceUsageTrigger: hint(
		'Polls and starts the workflow with new charges of the account, one item each, as a summary, or once spend passes a threshold. To store every charge, store by id and turn on Replay Unfinished Executions. For a report on a schedule use Schedule Trigger and Inference Billing instead.',
		{
			[base('slack')]: 'Posts the alert',
			[own('inferenceBilling')]: 'Adds up a period',
		},
	),
	lmChatInference: hint(
		'Sub-node: the language model of an AI Agent or a chain. Every step of the agent is a paid call, so limit its iterations, and do not set retryOnFail on the agent, which starts it again with all its calls. Reasoning and tools work with models whose record names them.',
		{
			[langchain('agent')]: 'Uses the model',
			[own('inferenceChat')]: 'For one answer per item without an agent',
		},
	),
	embeddingsInference: hint(
		'Sub-node: the vectors of a vector store. Use the same model to fill the store and to search it. Every text is charged, so do not fill the store again with each run, and do not set retryOnFail on the store.',
		{
			[langchain('vectorStorePGVector')]: 'Stores the vectors permanently',
			[langchain('vectorStoreInMemory')]: 'Stores them until n8n restarts',
		},
	),
} satisfies Record<string, IBuilderHint>;
