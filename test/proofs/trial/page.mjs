/** @typedef {import('./play.mjs').Played} Played */
/** @typedef {Record<string, { ours: Played, openAi?: Played, httpRequest?: Played }>} Tasks */

/** @type {Record<string, string>} */
const names = {
	chat: 'Chat',
	manual: 'Chat, started by a button',
	form: 'Transcription of a file from a form',
	budget: 'Chat within a budget',
	ask: 'Image, with the price to approve first',
	video: 'Video',
	speech: 'Speech',
	image: 'Image',
	report: 'Spend report',
	agent: 'AI Agent with a tool',
	trigger: 'Usage trigger',
};

/** @type {Record<string, Record<string, string>>} Why n8n's own nodes were not tried */
const untried = {
	openAi: {
		chat: 'not tried: needs an endpoint that only the real service has',
		manual: 'not tried: needs an endpoint that only the real service has',
		form: 'not tried: the node sends the name of an OpenAI model',
		ask: 'has no price before a call',
		video: 'not tried: needs an endpoint that only the real service has',
		image: 'not tried: needs an endpoint that only the real service has',
	},
	httpRequest: {
		manual: 'as above',
		form: 'not tried: a multipart form by hand',
		budget: 'lists charges, but compares them with no budget',
		ask: 'has no price before a call',
		video: 'needs a loop that waits for the job',
		report: 'lists charges, but makes no report',
		agent: 'is no chat model',
		trigger: 'does not remember what it has seen',
	},
};

/** What a service answers to nodes that are made for another. @type {Record<string, string>} */
const refusals = { speech: 'the node offers only the models and voices of OpenAI' };

/** @param {number} count @param {string} what */
const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** @param {string} task @param {Played | undefined} played @param {string} [reason] */
function cell(task, played, reason = 'has no such operation') {
	if (!played) return `– (${reason})`;
	const { clicks, fields, seconds, failedRuns, succeeded, refusal } = played;
	if (!succeeded) return `**no**: “${refusal}” (${refusals[task]})`;
	return `${plural(clicks, 'click')}, ${plural(fields, 'field')}, ${seconds} s, ${plural(failedRuns, 'failed run')}`;
}

/** @param {Played} played */
const found = ({ word, node, place }) => `“${word}”: ${node}, no. ${place} of the list`;

/** @param {import('./examples.mjs').Pressed[]} examples */
function pressedSentence(examples) {
	const waiting = examples.filter(({ ran }) => !ran);
	const asks = waiting.map(({ name, asks = [] }) => `_${name}_ (${asks.join(', ')})`).join(' and ');
	const ran = `${examples.length - waiting.length} of the ${examples.length} examples`;
	const first = `At the first click in this n8n, ${ran} ran to their end.`;
	if (waiting.length === 0) return first;
	return `${first} ${asks} did not start: n8n marks the nodes that need an account first, and the note on the canvas says which.`;
}

/** The results in Markdown. @param {{ n8n: string, tasks: Tasks, examples: import('./examples.mjs').Pressed[] }} result */
export const trialTable = ({ n8n, tasks, examples }) =>
	[
		`Measured in n8n ${n8n} against the local service. The seconds include loading the editor; they are those of a script on two busy cores, and a person takes longer.`,
		'',
		'| Task | Typed word and what it finds | This package | n8n’s OpenAI nodes | HTTP Request |',
		'|---|---|---|---|---|',
		...Object.entries(tasks).map(
			([task, { ours, openAi, httpRequest }]) =>
				`| ${names[task]} | ${found(ours)} | ${cell(task, ours)} | ${cell(task, openAi, untried.openAi[task])} | ${cell(task, httpRequest, untried.httpRequest[task])} |`,
		),
		'',
		pressedSentence(examples),
	].join('\n');
