import { call } from '../../host/agentFlow.mjs';

/** @typedef {'tools' | 'reasoning' | 'stopped'} Kind */
/** @typedef {{ mark: string, kind: Kind, prompt: string, turns: number }} Round */

const words = ['pear', 'plum', 'fig', 'lime'];

/** Two tools side by side. @param {number} from */
const pair = (from) =>
	`${call('First', { word: words[from] })} ${call('Second', { word: words[from + 1] })}`;

/** What a round of each kind asks which model, and how many requests it takes without trouble. */
export const kinds = /** @type {const} */ ({
	tools: { model: 'text-basic', asks: pair(0), turns: 2 },
	reasoning: { model: 'text-reasoning', asks: `${pair(0)} [then] ${pair(2)}`, turns: 3 },
	stopped: { model: 'text-vision', asks: pair(0), turns: 1 },
});

/** Of ten rounds, four call tools, four reason and call tools twice, and two are stopped while the model works. */
const ten = /** @type {Kind[]} */ ([
	...['tools', 'reasoning', 'tools', 'reasoning', 'stopped'],
	...['tools', 'reasoning', 'tools', 'reasoning', 'stopped'],
]);

/** @param {number} count @returns {Round[]} */
export const rounds = (count) =>
	Array.from({ length: count }, (_, index) => {
		const kind = ten[index % ten.length] ?? 'tools';
		const mark = `r${String(index + 1).padStart(4, '0')}`;
		const { asks, turns } = kinds[kind];
		return { mark, kind, prompt: `${mark} ${asks}`, turns };
	});

/** The round that a request belongs to. @param {{ rawBody?: string }} entry */
export const markOf = ({ rawBody }) => /\br\d{4}\b/.exec(rawBody ?? '')?.[0];

/**
 * The round and the turn of it: what the model was asked before, and how many tools have answered. Both models meet the same
 * trouble in the same turn, whatever else they send.
 * @param {{ rawBody?: string, body?: any }} entry
 */
export function callOf({ rawBody, body }) {
	const answered = (body?.messages ?? []).filter(
		(/** @type {{ role: string }} */ { role }) => role === 'tool',
	).length;
	return `${markOf({ rawBody })}-${answered}`;
}
