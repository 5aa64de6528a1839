import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** @typedef {Record<string, any>} Json */

const require = createRequire(import.meta.url);
const { NodeHelpers } = require('n8n-workflow');
const images = join('docs', 'images');

/** The panels that are shown with a result: the picture, and the node. @type {Record<string, string>} */
const withResult = {
	'cost-by-workflow-panel.png': 'InferenceBilling',
	'first-image.png': 'InferenceImage',
	'first-report.png': 'InferenceBilling',
	'first-speech.png': 'InferenceAudio',
	'first-trigger.png': 'InferenceUsageTrigger',
	'inference-audio.png': 'InferenceAudio',
	'inference-chat.png': 'InferenceChat',
	'inference-image.png': 'InferenceImage',
	'rehearsal.png': 'InferenceImage',
	'spend-report-panel.png': 'InferenceBilling',
};

/** The canvases that a new user makes: the picture, and the nodes of this package on it. @type {Record<string, string[]>} */
const onCanvas = {
	'first-agent.png': ['LmChatInference', 'InferenceWeb'],
	'first-chat.png': ['InferenceChat'],
};

/** @param {unknown} value */
const hashOf = (value) =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** What a panel shows of a field without a click. @param {Json} property */
function visible({ displayName, type, default: initial, placeholder, hint, options, modes }) {
	const chosen =
		type === 'options' && options?.find((/** @type {Json} */ { value }) => value === initial);
	return [displayName, type, chosen?.name ?? initial, placeholder, hint, modes?.[0].placeholder];
}

/** The description of a built node. @param {string} name @returns {Json} */
function describe(name) {
	const { [name]: Node } = require(join(process.cwd(), 'dist', 'nodes', name, `${name}.node.js`));
	return new Node().description;
}

/** What a canvas shows of a node. @param {string} name */
function box(name) {
	const { displayName, subtitle, icon, inputs, outputs } = describe(name);
	return [displayName, subtitle, icon, inputs, outputs];
}

/** What the built panel of a node shows when it has just been added. @param {string} name */
function panel(name) {
	const description = describe(name);
	const node = { typeVersion: 1, parameters: {} };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		{},
		true,
		false,
		node,
		description,
	);
	return description.properties
		.filter((/** @type {Json} */ property) => property.type !== 'hidden')
		.filter((/** @type {Json} */ property) =>
			NodeHelpers.displayParameter(values, property, node, description),
		)
		.map(visible);
}

/** What the canvas of an example shows. @param {string} file */
function canvas(file) {
	const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8'));
	const shown = nodes.map(({ name, type, position, disabled, parameters }) => {
		const { content, width, height } = parameters;
		return [name, type, position, disabled, content, width, height];
	});
	return [shown, connections];
}

/** For each picture in docs/images that shows a panel or a canvas: a hash of what there is to see now. */
export function shown() {
	/** @type {Record<string, string>} */
	const hashes = {};
	for (const name of readdirSync(join('dist', 'nodes')).filter((one) => one !== 'common')) {
		if (!existsSync(join('dist', 'nodes', name, `${name}.node.js`))) continue;
		const picture = `${name[0]?.toLowerCase()}${name.slice(1)}.png`;
		hashes[join('panels', picture)] = hashOf(panel(name));
	}
	for (const [picture, name] of Object.entries(withResult)) hashes[picture] = hashOf(panel(name));
	for (const [picture, names] of Object.entries(onCanvas)) hashes[picture] = hashOf(names.map(box));
	for (const entry of readdirSync('examples', { recursive: true, encoding: 'utf8' })) {
		const picture = `${basename(entry, '.json')}.png`;
		if (!entry.endsWith('.json') || !existsSync(join(images, picture))) continue;
		hashes[picture] = hashOf(canvas(join('examples', entry)));
	}
	return Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
}
