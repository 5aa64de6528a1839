import { CONSENT_FLOW } from '../service/schemas/videoJobs';

const form = (field: string): string[] => [`form:${field}`];
const body = (...fields: string[]): string[] => fields.map((field) => `body:${field}`);

const file = { 'Input Binary Field': form('file') };
const image = { 'Input Binary Field': form('image'), 'File URL': body('image') };
const messages = body('messages', 'messages[].role', 'messages[].content');
const attachment = (field: string) => `messages[].content[].${field}`;
const consent = `consents.${CONSENT_FLOW}`;
const media = body(
	...['image_url', 'end_image_url', 'audio_url', 'video_url', 'scene_image_urls'],
	...['reference_image_urls', 'reference_video_urls', 'reference_audio_urls'],
	...['reference_document_urls', 'keyframes', 'keyframes[].image_url'],
);
const video = {
	'Start Image': body('image_url'),
	'Input Binary Field': body('image_url'),
	'File URL': body('image_url'),
	'Options > Images, Clips and Sounds > Use As': media,
	'Options > Images, Clips and Sounds > Input Binary Field': media,
	'Options > Images, Clips and Sounds > File URL': media,
	'Options > Images, Clips and Sounds > Frame Index': body('keyframes[].frame_index'),
	'Options > Consent > Consent Flow': body(consent),
	'Options > Consent > Terms and Privacy Confirmed': body(`${consent}.confirmed_terms_and_privacy`),
	'Options > Consent > Legal Right Confirmed': body(`${consent}.confirmed_legal_right`),
	'Options > Consent > Screening Acknowledged': body(`${consent}.confirmed_screening_acknowledged`),
};
const key = { 'Options > Idempotency Key': ['header:idempotency-key'] };
const window = ['query:startTimestamp', 'query:endTimestamp'];
const spendPeriod = {
	Period: window,
	Start: ['query:startTimestamp'],
	End: ['query:endTimestamp'],
	'Time Zone': window,
	Currency: ['query:currency'],
};

/**
 * Parameters that code puts into the request, since one field alone does not say it: for each operation, the
 * parameter by its place in the panel and what it fills. A `*` stands for everything inside as well.
 */
export const COMPOSED: Record<string, Record<string, string[]>> = {
	'Inference Chat > Answer': {
		Prompt: [...messages, ...body(attachment('text'))],
		'System Prompt': messages,
		'Messages > Role': body('messages', 'messages[].role'),
		'Messages > Content': body('messages[].content', attachment('text')),
		'Messages > Name': body('messages[].name'),
		'Messages > Tool Call ID': body('messages[].tool_call_id'),
		'Messages > Tool Calls': body('messages[].tool_calls'),
		'Messages > Mark for Caching': body(attachment('cache_control.type')),
		'Messages (JSON)': body('messages*'),
		'Options > Privacy > Encryption': body(
			...['stream', 'stream_options.include_usage', 'messages[].content'],
			'service_parameters.enable_e2ee',
		),
		'Options > Attachments > Kind': body(attachment('type')),
		'Options > Attachments > Input Binary Field': body(
			...['image_url.url', 'video_url.url', 'input_audio.data', 'input_audio.format'].map(
				attachment,
			),
			...['file.file_data', 'file.filename'].map(attachment),
		),
		'Options > Attachments > File URL': body(
			...['image_url.url', 'video_url.url', 'file.file_data'].map(attachment),
		),
		'Options > Attachments > Mark for Caching': body(attachment('cache_control.type')),
		'JSON Schema': body('response_format.json_schema'),
		'Response Format': body('response_format.type'),
		'Options > Stream Response to Avoid Timeouts': body('stream', 'stream_options.include_usage'),
		'Options > Reasoning': body(
			'reasoning_effort',
			'reasoning.enabled',
			'service_parameters.disable_thinking',
		),
		'Options > Show Reasoning': body(
			'reasoning.summary',
			'service_parameters.strip_thinking_response',
		),
		'Options > Tool Calling > Tool Choice': body('tool_choice*'),
	},
	'Inference Image > Image > Generate': {
		'Options > Styling > Style References > Input Binary Field': body('style_references[].image'),
		'Options > Styling > Style References > File URL': body('style_references[].image'),
		'Options > Styling > Style References > Strength': body('style_references[].strength'),
	},
	'Inference Image > Image > Edit': image,
	'Inference Image > Image > Edit Multiple': {
		'Images > File Source': form('images'),
		'Images > Input Binary Field': [...form('images'), ...body('images')],
		'Images > File URL': body('images'),
	},
	'Inference Image > Image > Upscale': image,
	'Inference Image > Image > Remove Background': {
		...image,
		'File URL': body('image', 'image_url'),
	},
	'Inference Audio > Speech > Generate From Subtitles': {
		'Input Binary Field': body('input'),
		Subtitles: body('input'),
		'Options > Max Speed': body('speed'),
		'Options > Voices > Voice': body('voice'),
	},
	'Inference Audio > Recording > Transcribe': {
		...file,
		'Output As': ['form:response_format', 'form:timestamps'],
		'Options > One Item per Segment': ['form:response_format', 'form:timestamps'],
	},
	'Inference Audio > Voice > Clone': file,
	'Inference Audio > Voice > Convert': file,
	'Inference Video > Video > Generate': video,
	'Inference Video > Video > Queue': video,
	'Inference Video > Video > Upscale': {
		'Input Binary Field': body('video_url'),
		'File URL': body('video_url'),
	},
	'Inference Decisions > Decide': {
		'Decide About': body('state'),
		Text: body('state'),
		JSON: body('state'),
		'Questions > Answer Name': body('questions'),
		'Questions > Type': body('questions'),
		'Questions > Question': body('questions'),
		'Questions > Yes Means': body('questions'),
		'Questions > No Means': body('questions'),
		'Questions > Choices > Name': body('questions'),
		'Questions > Choices > Description': body('questions'),
		'Questions > Levels': body('questions'),
	},
	'Inference Embeddings > Create': {
		Text: body('input'),
		Texts: body('input'),
		'Field Name': body('input'),
		'Texts (JSON)': body('input'),
	},
	'Inference Characters > Character > Get Many': { Limit: ['query:limit'] },
	'Inference Characters > Review > Get Many': { Limit: ['query:pageSize'] },
	'Inference API Keys > API Key > Update': {
		'Update Fields > Remove': body('expiresAt', 'consumptionLimit.usd', 'consumptionLimit.diem'),
	},
	'Inference Billing > Usage > Get Many': { Limit: ['query:pageSize'] },
	'Inference Billing > Spend Report > Get': {
		...spendPeriod,
		'Options > Compare With Previous Period': ['query:startTimestamp'],
	},
	'Inference Billing > Budget > Check': spendPeriod,
	'Inference Billing > Usage > Get Analytics': { Days: ['query:lookback'] },
	'Inference Crypto RPC > JSON-RPC > Call': key,
	'Inference Crypto RPC > JSON-RPC > Call Batch': {
		...key,
		'Calls > Method': body('method'),
		'Calls > Method Parameters': body('params'),
		'Calls > ID': body('id'),
		'Calls (JSON)': body('method', 'params', 'id'),
	},
	'Inference Web > Document > Parse': file,
	'Inference Usage Trigger > Poll': {
		Start: ['query:startTimestamp'],
		'Options > Currency': ['query:currency'],
		'Options > Max Entries per Check': ['query:pageSize'],
		'Options > Wait for Late Entries (Seconds)': ['query:endTimestamp'],
		'Options > Time Zone': ['query:startTimestamp'],
	},
};

/** Fields that a node sets by itself, with what it sets. */
export const SET_BY_NODE: Record<string, Record<string, string>> = {
	'Inference Image > Image > Generate': {
		'body:return_binary': 'set by the node for a single image',
	},
	'Inference Models > Enclave > Verify': { 'query:nonce': 'made by the node for each call' },
	'Inference Crypto RPC > JSON-RPC > Call': { 'body:jsonrpc': 'set by the node to 2.0' },
	'Inference Crypto RPC > JSON-RPC > Call Batch': { 'body:jsonrpc': 'set by the node to 2.0' },
};

/** Parameters that say what n8n or the node does, and are not for the service. */
export const STAYS_HERE: Record<string, string> = {
	'Options > Other Fields > Extra Fields (JSON)': 'fields that are none of these',
	'Options > Other Fields > Extra Fields Are Free':
		'whether a limit on the cost relies on the usual price',
	'Options > Other Fields > Include Response Metadata':
		'whether the output has what the headers of the answer tell',
	'Include Binary': 'whether the files of the input come out too',
	'Include Other Input Fields': 'whether the fields of the input come out too',
	'Options > Attachments > File Source': 'which of the fields beside it is used',
	'Options > Images, Clips and Sounds > Clip Duration (Seconds)': 'what the price is asked for',
	'Options > Byte Order Mark for Excel': 'how a CSV file begins',
	'Options > Max Pages': 'when a walk through the history stops',
	'Billing Account ID': 'what a FOCUS file calls the account',
	'Options > Fallback Models > Max Input Price (USD per 1M Tokens)':
		'which fallback models are used',
	'Options > Fallback Models > Max Output Price (USD per 1M Tokens)':
		'which fallback models are used',
	'Options > Fallback Models > Max Price (USD per 1M Characters)': 'which fallback models are used',
	'Options > Fallback Models > Max Price per Image (USD)': 'which fallback models are used',
	'Options > Fallback Models > Models > Model':
		'which model is asked when the chosen one does not answer',
	'Options > Fallback Models > Models > Voice': 'the voice of a fallback model',
	'Options > Encoding': 'how the node reads the bytes of a file of subtitles',
	'Subtitles Source': 'which of the fields beside it is used',
	'Options > Sounds in Brackets': 'whether sounds such as [Music] are spoken',
	'Options > Voices > Speaker': 'which cues have the voice beside it',
	Budget: 'the limit that the node compares with',
	'Options > Unreadable Entries': 'what becomes of an entry that cannot be read',
	'Options > Min Confidence': 'from which confidence an answer is sure',
	'Options > If Unsure': 'whether the next model is asked',
	'Enclave > Accept Platforms That Need Hardening': 'which statuses of a platform the node accepts',
	'Enclave > Allowed Programs': 'which programs the node accepts',
	'Enclave > Collateral (JSON)': 'what the node verifies with',
	'Options > Privacy > Enclave > Accept Platforms That Need Hardening':
		'which statuses of a platform the node accepts',
	'Options > Privacy > Enclave > Allowed Programs': 'which programs the node accepts',
	'Options > Privacy > Enclave > Tools Inside Messages':
		'where the messages of an encrypted chat hold tools, calls and results',
	'Options > Privacy > Enclave > Collateral (JSON)': 'what the node verifies with',
	'Options > Privacy > Allowed Privacy': 'which models may get the data',
	'Options > Cost > Cost Label': 'whom the call is for, in the output and in the execution',
	'Options > Cost > Dry Run': 'whether the node sends the call or estimates it',
	'Options > Cost > Max Calls per Run': 'how many calls an execution may make',
	'Options > Cost > Rehearsal Answer': 'what a placeholder says in a rehearsal',
	'Options > Cost > Max Cost per Run (USD)': 'what an execution may spend',
	'Options > Cost > Track Cost': 'whether the node prices the call',
	'Options > Max Characters for Agents': 'how long a list may be that an agent gets',
	Compare: 'which answer of the service is compared',
	'Run Workflow On': 'what the trigger makes of the entries',
	Files: 'which files the node makes',
	'Group By': 'how the node splits its sums',
	'File Source': 'which of the fields below it is used',
	'File URL': 'where n8n downloads the file that it sends',
	'Input Type': 'which of the fields below it is used',
	Key: 'whose limit the node compares with',
	Limit: 'how many of the results are kept, where the service has no such field',
	'Lowest Balance': 'the limit that the node compares with',
	'Options > Images, Clips and Sounds > File Source': 'which of the fields beside it is used',
	'Options > Check Answer > If the Answer Is Truncated':
		'what becomes of an answer that was cut off',
	"Options > Check Answer > If the Answer Doesn't Match the Schema":
		'what becomes of an answer that breaks its schema',
	'Options > Check Answer > Max Paid Tries': 'how many answers an item may pay for',
	'Options > Combine Items': 'whether the texts of several items go in one request',
	'Options > Labels by Request ID': 'how the node names the charges of requests',
	'Options > Delete Own Key':
		'whether the key of the credential itself may be deleted, which the node checks before it sends',
	'Options > Delete Media After Download':
		'whether the media are deleted, by a call of its own, once n8n has stored them',
	'Options > Budgets per Label > Budget': 'what the spend of a label is compared with',
	'Options > Budgets per Label > Cost Label': 'whose spend is compared',
	'Options > Monthly Budget (USD)': 'what the spend of the report is compared with',
	'Options > Max Text Length (Characters)': 'how long a text may be that is sent',
	'Options > Defuse Formulas': 'whether cells of a CSV file that are formulas get an apostrophe',
	'Options > Download URL': 'where the result of some jobs is fetched, without the API key',
	'Options > File Name': 'what the file is called in n8n',
	'Options > Full Balance': 'what the node takes for a full balance',
	'Options > Include Summary': 'whether the summary of the answer goes into each item',
	'Options > Long Recording': 'whether a recording is split, and its parts sent one by one',
	'Options > Max Recording Size (MB)': 'how large a recording may be that is sent',
	'Options > Part Length (Minutes)': 'how long the parts of a recording are',
	'Options > Parts at Once': 'how many parts of a recording are in flight',
	'Put Subtitles in Field': 'where the subtitle file is put in n8n',
	'Options > Long Text': 'whether a text is split, and what becomes of its parts',
	'Options > Max Characters': 'after how many characters a text is cut',
	'Options > Max Wait for Completion (Seconds)': 'how long a job is waited for',
	'Options > Corrected Entries':
		'whether the trigger emits an entry again whose amounts were corrected',
	'Options > Recheck for Late Entries (Minutes)': 'how far back the trigger reads again',
	'Options > Min Amount': 'which entries the trigger keeps, after it has read them',
	'Options > On Failed Call': 'whether a failed call is an item or an error',
	'Options > Stream to Chat': 'whether a chat that waits reads the answer while it is written',
	'Options > On Timeout': 'whether a job that is not done in time is an item or an error',
	'Options > Product': 'which entries the trigger keeps, after it has read them',
	'Options > Replay Unfinished Executions':
		'whether the trigger emits entries again until their execution has succeeded',
	'Options > Stop on Flagged Content': 'whether a flagged image is an error',
	'Options > Styling > Style References > File Source': 'which of the fields beside it is used',
	'Options > Top Products': 'how many products the node lists',
	'Options > Forecast': 'whether the node forecasts the spend',
	'Options > Warn From (%)': 'from which share on the node warns',
	'Output As': 'the form of the output',
	Period: 'which of the fields below it is used',
	'Provider Name': 'what a FOCUS file calls the service',
	'Put Chart in Field': 'where the chart is put in n8n',
	'Put FOCUS File in Field': 'where the FOCUS file is put in n8n',
	'Put HTML Report in Field': 'where the page is put in n8n',
	'Put Output File in Field': 'where the file is put in n8n',
	'Return All': 'whether all pages are fetched',
	Simplify: 'whether the answer is shortened',
	'Past Charges': 'whether the trigger looks back',
	'Stop When Exceeded': 'whether a passed limit is an error',
	'Threshold (in Each Currency)': 'the limit that the trigger compares with',
	'Wait for Completion': 'whether a job is asked after once, or until it is done',
};
