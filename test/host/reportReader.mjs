/* global document, window, getComputedStyle */

// These functions run in the browser, in the page of a spend report.

/** How high the page is, in pixels. */
export function pageHeight() {
	return document.documentElement.scrollHeight;
}

/** Opens or closes all lists that are folded up. @param {boolean} open */
export function fold(open) {
	for (const one of document.querySelectorAll('details')) one.open = open;
}

/** What a reader would trip over. */
export function layoutProblems() {
	const { scrollWidth, clientWidth } = document.documentElement;
	const tooWide = scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} pixels wide`] : [];
	const squeezed = [...document.querySelectorAll('tbody th')]
		.filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().width < 60)
		.map((cell) => `only ${cell.getBoundingClientRect().width} pixels for ${cell.textContent}`);
	const charts = [...document.querySelectorAll('svg')].filter((svg) => svg.checkVisibility());
	const small = charts
		.map((svg) => svg.querySelector('text.tick')?.getBoundingClientRect().height ?? 0)
		.filter((height) => height < 11)
		.map((height) => `letters of a chart are ${height} pixels high`);
	return { problems: [...tooWide, ...squeezed, ...small], charts: charts.length };
}

/** What axe objects to. @returns {Promise<string[]>} */
export async function axeViolations() {
	const { violations } = await /** @type {any} */ (window).axe.run();
	return violations.map(
		(/** @type {any} */ one) =>
			`${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 200)}`,
	);
}

/** How light the background is, from 0 to 255, behind the text and in the chart. */
export function lightness() {
	const level = (/** @type {string} */ color) =>
		(color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + Number(one) / 3, 0);
	const sheet = [...document.querySelectorAll('svg .sheet')].find((one) => one.checkVisibility());
	return {
		page: level(getComputedStyle(document.body).backgroundColor),
		text: level(getComputedStyle(document.body).color),
		chart: sheet ? level(getComputedStyle(sheet).fill) : undefined,
	};
}

/** Every column of every table whose last row has a sum, with what its cells come to. */
export function columnSums() {
	const placesOf = (/** @type {string} */ text) => text.split('.')[1]?.replace('%', '').length ?? 0;
	// An amount with more places than the total is rounded to nothing in it.
	const number = (/** @type {Element | undefined} */ cell, most = 20) => {
		const text = cell?.textContent ?? '';
		return placesOf(text) > most ? 0 : Number(text.replace(/[,%]/g, '')) || 0;
	};
	return [...document.querySelectorAll('table')].flatMap((table) => {
		const cells = (/** @type {Element | null} */ row) => [...(row?.querySelectorAll('td') ?? [])];
		// The parts of a model are in its row.
		const rows = [...table.querySelectorAll('tbody tr:not(.part)')].map(cells);
		return cells(table.querySelector('tfoot tr')).flatMap((total, column) =>
			total.textContent === '' || total.dataset.label === 'Used'
				? []
				: [
						{
							name: `${table.caption?.textContent} ${total.dataset.label}`,
							total: number(total),
							sum: rows.reduce(
								(sum, row) => sum + number(row[column], placesOf(total.textContent ?? '')),
								0,
							),
						},
					],
		);
	});
}
