import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { shortenItems } from '../../../lib/run/shorten';

const items = (records: IDataObject[]): INodeExecutionData[] => records.map((json) => ({ json }));
const jsonOf = (list: INodeExecutionData[]) => JSON.stringify(list.map(({ json }) => json));
const rows = (count: number, extra: IDataObject = {}) =>
	items(Array.from({ length: count }, (_, id) => ({ id, ...extra })));

describe('a list for an agent', () => {
	it('stays as it is while it is short', () => {
		const list = rows(10);
		expect(shortenItems(list, 4000)).toBe(list);
	});

	it.each([500, 4000, 20_000])('keeps to %i characters, and counts what it leaves out', (most) => {
		const list = rows(2000, { name: 'a name of some length', tags: ['one', 'two'] });
		const short = shortenItems(list, most);
		expect(jsonOf(short).length).toBeLessThanOrEqual(most);
		const last = short.at(-1)?.json;
		expect(last?.leftOut).toBe(2000 - (short.length - 1));
		expect(last?.note).toContain(`Only ${short.length - 1} of 2000 results are shown`);
		expect(short.slice(0, -1)).toEqual(list.slice(0, short.length - 1));
	});

	it('cuts long texts of records first, and says by how much', () => {
		const short = shortenItems(rows(10, { text: 'x'.repeat(1000) }), 4000);
		expect(short).toHaveLength(10);
		expect(short[0]?.json.text).toBe(`${'x'.repeat(300)}... [700 more characters]`);
	});

	it('never cuts the text of an answer that stands alone', () => {
		const text = 'x'.repeat(9000);
		expect(shortenItems(items([{ text }]), 4000)).toEqual(items([{ text }]));
	});

	it('shortens the lists of a single answer, and names them', () => {
		const results = Array.from({ length: 100 }, (_, id) => ({
			id,
			title: 'a title of some length',
		}));
		const [short] = shortenItems(items([{ query: 'q', results, few: [1] }]), 2000);
		const kept = (short?.json.results as unknown[]).length;
		expect(kept).toBeGreaterThan(10);
		expect(jsonOf(short ? [short] : []).length).toBeLessThanOrEqual(2000);
		expect(short?.json.shortened).toContain(`${kept} of 100 entries of results`);
		expect(short?.json.few).toEqual([1]);
	});

	it('leaves vectors out, which no model can read', () => {
		const embedding = Array.from({ length: 500 }, (_, index) => index / 7);
		const short = shortenItems(rows(3, { embedding }), 4000);
		expect(short.map(({ json }) => json.embedding)).toEqual(
			Array(3).fill('[500 numbers left out]'),
		);
	});

	it('keeps one record at least, and the files and pairs of all', () => {
		const list = rows(5, { deep: { a: Array.from({ length: 40 }, () => 'y'.repeat(280)) } });
		const short = shortenItems(
			list.map((item) => ({ ...item, pairedItem: { item: 0 } })),
			500,
		);
		expect(short).toHaveLength(2);
		expect(short.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);
	});
});
