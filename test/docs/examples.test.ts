import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Node {
	name: string;
	type: string;
	position: [number, number];
	parameters: { content?: string; width?: number; height?: number };
}

const FILES = readdirSync('examples').filter((file) => file.endsWith('.json'));
const NOTE = 'n8n-nodes-base.stickyNote';
/** Of a node on n8n's canvas. */
const NODE = 96;
/** What n8n's editor has room for in a window of 1280 by 800, less the margin that it leaves. */
const ROOM = { width: 1239 / 1.2, height: 735 / 1.2 };
/** Text of a note is 14 px high at a zoom of 1. */
const SMALLEST_ZOOM = 0.75;
const LONGEST = 650;

const nodesOf = (file: string) =>
	(JSON.parse(readFileSync(join('examples', file), 'utf8')) as { nodes: Node[] }).nodes;

/** The zoom at which n8n shows the whole workflow, up to 1. */
function zoomOf(nodes: Node[]) {
	const boxes = nodes.map(({ position: [x, y], parameters: { width = NODE, height = NODE } }) => ({
		left: x,
		top: y,
		right: x + width,
		bottom: y + height,
	}));
	const width =
		Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
	const height =
		Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
	return Math.min(1, ROOM.width / width, ROOM.height / height);
}

/** Seconds in a unit of n8n's Wait node. */
const UNITS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

it.each(FILES)('a restart of n8n loses no wait of %s', (file) => {
	const waits = nodesOf(file).filter(({ type }) => type === 'n8n-nodes-base.wait');
	for (const { parameters } of waits) {
		const { amount, unit } = parameters as { amount?: number; unit?: string };
		// n8n keeps shorter waits in memory only.
		expect(Number(amount) * (UNITS[String(unit)] ?? 0)).toBeGreaterThanOrEqual(65);
	}
});

describe.each(FILES)('the note of %s', (file) => {
	const nodes = nodesOf(file);
	const notes = nodes.filter(({ type }) => type === NOTE);
	const { content = '' } = notes[0]?.parameters ?? {};

	it('is one, short, and starts with the task', () => {
		expect(notes).toHaveLength(1);
		expect(content).toMatch(/^## .+\n[A-Z].+\.\n\n\*\*Set up/);
		expect(content.length).toBeLessThanOrEqual(LONGEST);
	});

	it('names only nodes that are there', () => {
		const names = nodes.map(({ name }) => name);
		const said = [...content.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
		const others = said.filter((one) => !names.includes(one) && !OTHER_WORDS.test(one));
		expect(others).toEqual([]);
	});

	it('is readable at the zoom with which n8n opens the workflow', () => {
		expect(zoomOf(nodes)).toBeGreaterThanOrEqual(SMALLEST_ZOOM);
	});
});

describe('the pictures of the examples', () => {
	const page = readFileSync('examples/README.md', 'utf8');

	it.each(FILES)('show %s, in a file that loads quickly', (file) => {
		const picture = `docs/images/${file.replace(/json$/, 'png')}`;
		expect(page).toContain(`[\`${file}\`](${file}) ([picture](../${picture}))`);
		expect(statSync(picture).size).toBeLessThan(200 * 1024);
	});
});

/** Headings, buttons of n8n, and words with weight. */
const OTHER_WORDS =
	/[:,]$|^(Set up|Run it|Open chat|Execute workflow|Execute step|With the local service|Amounts|only what you can afford to lose)$/;
