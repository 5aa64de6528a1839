import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Node {
	name: string;
	type: string;
	position: [number, number];
	parameters: {
		content?: string;
		width?: number;
		height?: number;
		color?: number;
		mode?: string;
	};
}

const FOLDER = 'examples/templates';
const NAMES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.slice(0, -5));
const NOTE = 'n8n-nodes-base.stickyNote';
const GREY = 7;
/** Of n8n's template library. */
const CATEGORIES = [
	...['AI', 'AI Chatbot', 'AI RAG', 'Multimodal AI', 'Content Creation', 'Marketing', 'Support'],
	...['IT Ops', 'SecOps', 'Engineering', 'Document Ops'],
];
/** What n8n's editor has room for in a window of 1920 by 1080, less the margin that it leaves. */
const ROOM = { width: 1879 / 1.2, height: 1015 / 1.2 };
/** Text of a note is 14 px high at a zoom of 1. */
const SMALLEST_ZOOM = 0.75;
const PARTS = ['How it works', 'Setup', 'Customize'];

const words = (text: string) => text.replace(/[#*`-]/g, ' ').match(/\S+/g)?.length ?? 0;

/** The box of a node or a note on the canvas; a node that others hang below is wide. */
function boxOf({ type, position: [left, top], parameters }: Node) {
	const isWide = /\.(agent|mcpTrigger)$/.test(type) || parameters.mode === 'insert';
	const { width = isWide ? 256 : 96, height = 96 } = parameters;
	return { left, top, right: left + width, bottom: top + height };
}

type Box = ReturnType<typeof boxOf>;
const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;
const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The text below a heading, up to the next one. */
const part = (text: string, heading: string) =>
	text
		.split(/^##+ /m)
		.find((one) => one.startsWith(`${heading}\n`))
		?.slice(heading.length)
		.trim();

describe.each(NAMES)('the template %s', (name) => {
	const workflow = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as {
		name: string;
		nodes: Node[];
		connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	};
	const page = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
	const notes = workflow.nodes.filter(({ type }) => type === NOTE);
	const steps = workflow.nodes.filter(({ type }) => type !== NOTE);
	const overviews = notes.filter(({ parameters }) => parameters.color === undefined);
	const sections = notes.filter(({ parameters }) => parameters.color === GREY);
	const overview = overviews[0]?.parameters.content ?? '';

	it('has one overview of 100 to 300 words at its left', () => {
		expect(overviews).toHaveLength(1);
		expect(words(overview)).toBeGreaterThanOrEqual(100);
		expect(words(overview)).toBeLessThanOrEqual(300);
		const left = Math.min(...workflow.nodes.map(({ position }) => position[0]));
		expect(overviews[0]?.position[0]).toBe(left);
		expect(overview.split('\n')[0]).toBe(`## ${workflow.name}`);
	});

	it('explains every node in a section of at least two', () => {
		const members = sections.map((section) =>
			steps.filter((step) => holds(boxOf(section), boxOf(step))).map((step) => step.name),
		);
		expect(members.flat().sort()).toEqual(steps.map((step) => step.name).sort());
		expect(Math.min(...members.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
		const lengths = sections.map(({ parameters }) => words(parameters.content ?? ''));
		expect(Math.max(...lengths)).toBeLessThan(50);
	});

	it('lays no note over another', () => {
		const boxes = notes.map(boxOf);
		const over = boxes.filter((box, at) =>
			boxes.slice(at + 1).some((other) => overlap(box, other)),
		);
		expect(over).toEqual([]);
	});

	it('is readable at the zoom with which n8n opens it', () => {
		const boxes = workflow.nodes.map(boxOf);
		const width =
			Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
		const height =
			Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
		expect(Math.min(ROOM.width / width, ROOM.height / height)).toBeGreaterThanOrEqual(
			SMALLEST_ZOOM,
		);
	});

	it('names only nodes that are there, and no node by its default name', () => {
		const known = steps.map((step) => step.name);
		const texts = [page, ...notes.map(({ parameters }) => parameters.content ?? '')];
		const said = texts.flatMap((text) => [...text.matchAll(/\*\*([^*]+)\*\*/g)]);
		const others = said.map(([, one = '']) => one).filter((one) => !known.includes(one));
		expect(others.filter((one) => !BUTTONS.includes(one))).toEqual([]);
		expect(known.filter((one) => DEFAULTS.test(one))).toEqual([]);
		const linked = Object.entries(workflow.connections).flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds).flatMap((outputs) =>
				outputs.flatMap((links) => (links ?? []).map(({ node }) => node)),
			),
		]);
		expect(linked.filter((one) => !known.includes(one))).toEqual([]);
	});

	it('holds no credential', () => {
		expect(workflow.nodes.filter((node) => 'credentials' in node)).toEqual([]);
	});

	it('has a page with name, categories, picture and what its overview says', () => {
		const front = /^---\nname: (.+)\ncategories: \[(.+)\]\nworkflow: (.+)\n---\n/.exec(page) ?? [];
		expect(front.slice(1)).toEqual([workflow.name, expect.any(String), `${name}.json`]);
		const categories = (front[2] ?? '').split(', ');
		expect(categories.filter((one) => !CATEGORIES.includes(one))).toEqual([]);
		expect(categories.length).toBeGreaterThanOrEqual(1);
		for (const heading of PARTS) {
			expect(part(page, heading)).toBe(part(overview, heading));
			expect(part(overview, heading)).toBeTruthy();
		}
		expect(part(page, "Who's it for")).toBeTruthy();
		expect(part(page, 'Requirements')).toContain('n8n-nodes-inference-service');
		const picture = `docs/images/${name}.png`;
		expect(page).toContain(`](../../${picture})`);
		expect(statSync(picture).size).toBeLessThan(300 * 1024);
	});

	it('is listed with the n8n that it needs', () => {
		const list = readFileSync('examples/README.md', 'utf8');
		const row = list.split('\n').find((line) => line.includes(`](templates/${name}.json)`)) ?? '';
		expect(row).toContain(`](templates/${name}.md)`);
		expect(row).toMatch(/\| (1\.123|2)[^|]* \|$/);
	});
});

/** What a reader clicks in n8n. */
const BUTTONS = ['Execute workflow', 'Execute step', 'Open chat'];

/** Names that n8n itself chooses for a node. */
const DEFAULTS =
	/^(AI Agent|Simple Memory|Edit Fields|If|Merge|Filter|HTTP Request|Code|Slack)\d*$/;
