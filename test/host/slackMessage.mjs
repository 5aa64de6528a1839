/** @typedef {{ type: string, text?: { text: string }, elements?: { text: string }[] }} Block */

const STYLE = `
	body { margin: 0; padding: 16px 20px; width: 640px; background: #fff; color: #1d1c1d; font: 15px/1.47 Lato, "Liberation Sans", Arial, sans-serif; display: flex; gap: 10px; }
	.app { flex: none; width: 36px; height: 36px; border-radius: 8px; background: #4a154b; color: #fff; font: 600 18px/36px Arial; text-align: center; }
	.name { font-weight: 900; } .badge { background: #ececec; color: #616061; border-radius: 2px; font-size: 10px; padding: 1px 4px; margin: 0 6px; }
	.time, .context { color: #616061; font-size: 12px; }
	h1 { font-size: 18px; margin: 8px 0 4px; } .section { white-space: pre-line; margin: 6px 0; }
	.context span + span::before { content: "  "; white-space: pre; }
	img { display: block; width: 560px; margin: 8px 0 0; border: 1px solid #ddd; border-radius: 8px; }`;

/** Slack's mark-up as HTML: bold, and what it asks to be escaped, which is written as HTML asks for it too. @param {string} text */
const html = (text) => text.replace(/\*([^*\n]+)\*/g, '<b>$1</b>');

/** @type {Record<string, (block: Block) => string>} */
const drawn = {
	header: ({ text }) => `<h1>${text?.text}</h1>`,
	section: ({ text }) => `<div class="section">${html(text?.text ?? '')}</div>`,
	context: ({ elements = [] }) =>
		`<div class="context">${elements.map(({ text }) => `<span>${html(text)}</span>`).join('')}</div>`,
};

/**
 * The page of a message as it stands in a channel of Slack, drawn from its blocks, with the chart that follows it.
 * @param {Block[]} blocks @param {Buffer} chart a PNG
 */
export function slackMessage(blocks, chart) {
	const body = blocks.map((block) => drawn[block.type](block)).join('');
	const image = `<img src="data:image/png;base64,${chart.toString('base64')}">`;
	const head =
		'<span class="name">Spend Report</span><span class="badge">APP</span><span class="time">8:05 AM</span>';
	return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div class="app">S</div><div>${head}${body}${image}</div>`;
}
