import type { DrawingFormat } from '../chart/drawing';

/** The chart as the page shows it: on paper and wide screens, and on a phone, where its letters must not shrink. */
export const PAGE_CHART_FORMATS: Record<'wide' | 'narrow', DrawingFormat> = {
	wide: { width: 1300, height: 520, heading: false },
	narrow: { width: 700, height: 700, heading: false },
};

const COLOR_RULES = [
	':root{color-scheme:light dark;--page:#fff;--ink:#1f2328;--soft:#59636e;--line:#d8dde3;--tile:#f3f5f7}',
	'@media screen and (prefers-color-scheme:dark){:root{--page:#14171b;--ink:#e8eaed;--soft:#a3abb5;--line:#3a414a;--tile:#1f242a}}',
];

const BASE_RULES = [
	'*{box-sizing:border-box}',
	'body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}',
	'main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 3rem}',
	'h1{font-size:1.6rem;line-height:1.2;margin:0}',
	'h2{font-size:1.3rem;margin:2.5rem 0 .5rem}',
	'h3{font-size:1rem;margin:1rem 0 .3rem}',
	'ul{margin:0;padding-left:1.2rem}',
	'h1,h2,p,li,caption,summary{overflow-wrap:anywhere}',
	'header .total{color:var(--ink);font-size:1.1rem;font-weight:600}',
	'header p,.note{color:var(--soft)}',
	'header p{margin:.4rem 0 0}',
	'dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.5rem;margin:0 0 1rem}',
	'@media screen and (min-width:56rem){dl{grid-template-columns:repeat(var(--columns),1fr)}}',
	'dl div{background:var(--tile);border-radius:.4rem;padding:.4rem .7rem}',
	'dt{color:var(--soft);font-size:.85rem}',
	'dd{margin:0;font-weight:600;overflow-wrap:anywhere}',
	'figure{margin:1rem 0}',
	'svg{display:block;width:100%;height:auto}',
	'.narrow{display:none}',
	'.series{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;padding:0;font-size:.9rem}',
	'.series li{display:flex;gap:.4rem;min-width:0}',
	'.series span{flex:none;width:.85rem;height:.85rem;margin-top:.3rem;-webkit-print-color-adjust:exact;print-color-adjust:exact}',
	'.series .dash{height:.2rem;margin-top:.65rem;background:var(--ink)}',
	'small{display:block;color:var(--soft);font-weight:400}',
	'svg .sheet,svg .plate{fill:var(--page)}',
	'svg .grid{fill:var(--line)}',
	'svg .total,svg .limit{fill:var(--ink)}',
	'svg .unit,svg .tick,svg .label,svg .zero{fill:var(--soft)}',
];

const TABLE_RULES = [
	'table{border-collapse:collapse;width:100%;margin:1.5rem 0;font-variant-numeric:tabular-nums}',
	'caption{text-align:left;font-weight:600;padding:0 0 .3rem}',
	'.note{display:block;font-weight:400;font-size:.85rem}',
	'th,td{padding:.3rem .5rem;text-align:right;vertical-align:top;border-bottom:1px solid var(--line)}',
	'td{white-space:nowrap}',
	'th{font-weight:400}',
	'thead th,tfoot th,tfoot td,.day th{font-weight:600}',
	'th:first-child{text-align:left;padding-left:0}',
	'td:last-child,thead th:last-child{padding-right:0}',
	'.products th:first-child{min-width:11rem;overflow-wrap:anywhere}',
	'.day th{padding-top:.8rem}',
	'.part th:first-child{padding-left:1.2rem}.part th,.part td{color:var(--soft)}',
	'details{margin:1.5rem 0}',
	'summary{cursor:pointer;font-weight:600}',
	'summary:focus-visible{outline:2px solid currentColor;outline-offset:2px}',
	'details table{margin-top:.5rem}',
];

/** On a phone a product is a block of its own: its name, and its figures below, each with the word for it. */
const PHONE_RULES = [
	'@media screen and (max-width:40rem){',
	'.wide{display:none}.narrow{display:block}',
	'dl{grid-template-columns:1fr 1fr}',
	'td{white-space:normal;overflow-wrap:anywhere}',
	'th,td{padding:.3rem .25rem}',
	'.products thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
	'.products tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.45rem 0;border-bottom:1px solid var(--line)}',
	'.products th,.products td{display:block;padding:0;border:0;text-align:left}',
	'.products tbody th,.products tfoot th{flex-basis:100%;font-weight:600;min-width:0}',
	'.products td:empty{display:none}',
	'.products td::before{content:attr(data-label) " ";color:var(--soft);font-weight:400}',
	'}',
];

/** On paper nothing is cut: rows, charts and headings stay whole, heads come again on the next page, long lists stand in columns. */
const PRINT_RULES = [
	'@page{margin:10mm}',
	'@media print{',
	'html{font-size:8pt}body{line-height:1.25}',
	'main{max-width:none;padding:0}',
	'h1{font-size:14pt}h2{font-size:11pt;margin:7pt 0 3pt}h3{font-size:8pt;margin:4pt 0 1pt}',
	'h2,h2+p,h3,caption,summary,.day{break-after:avoid}',
	'.overview{display:grid;grid-template-columns:1fr 1fr;gap:10pt;align-items:start}',
	// What is folded up on a screen is read on paper.
	'details::details-content{content-visibility:visible;display:block}',
	'dl{grid-template-columns:1fr 1fr;gap:3pt;margin:0}',
	'dl div{padding:1pt 3pt;border:.5pt solid var(--line)}',
	'.overview,tr{break-inside:avoid}',
	'figure{margin:0}',
	'table,details{margin:5pt 0}',
	'th,td{padding:.5pt 4pt}',
	'.day th{padding-top:2pt}',
	'thead{display:table-header-group}',
	'tfoot{display:table-row-group}',
	'.columns{columns:3;column-gap:14pt}.columns table{margin-top:0}.columns tbody th{white-space:nowrap}',
	'}',
];

export const STYLE_SHEET = [
	...COLOR_RULES,
	...BASE_RULES,
	...TABLE_RULES,
	...PHONE_RULES,
	...PRINT_RULES,
].join('');
