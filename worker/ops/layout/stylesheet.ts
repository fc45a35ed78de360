import { COLOURS } from "../../colours.ts";
import { paths } from "../paths.ts";

const BRAND = Object.entries(COLOURS)
  .map(([name, { light, dark }]) => `--${name}: light-dark(${light}, ${dark});`)
  .join("\n  ");

const FACES = [
  ["Bricolage Display", "bricolage-display.woff2", "100 900"],
  ["Bricolage Small", "bricolage-small.woff2", "100 900"],
  ["Figtree", "figtree.woff2", "400 700"],
]
  .map(
    ([family, file, weight]) =>
      `@font-face { font-family: "${family}"; src: url("${paths.fonts}${file}") format("woff2"); font-weight: ${weight}; font-display: swap; }`,
  )
  .join("\n");

/** A string, so that the bundle has no extra file. */
export const STYLESHEET = `
${FACES}
:root {
  color-scheme: light dark;
  ${BRAND}
  --warn: light-dark(oklch(0.47 0.1 75), oklch(0.83 0.13 82));
  --display: "Bricolage Small", "Helvetica Neue", Arial, sans-serif;
  --text: "Figtree", "Avenir Next", "Segoe UI Variable Text", "Segoe UI", Seravek, Roboto, "Helvetica Neue", Arial, sans-serif;
  --code: ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", "DejaVu Sans Mono", monospace;
  --gutter: clamp(1.125rem, 0.5rem + 2.6vw, 3rem);
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--text); -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3 { font-family: var(--display); font-weight: 700; letter-spacing: -0.022em; line-height: 1.1; margin: 0; text-wrap: balance; }
h1 { font-family: "Bricolage Display", var(--display); font-size: clamp(2.25rem, 1.6rem + 2.9vw, 3.5rem); line-height: 1; letter-spacing: -0.035em; min-width: 0; }
h2 { font-size: 1.375rem; }
h3 { font-size: 1.0625rem; letter-spacing: -0.01em; }
p, ul, ol, dl, dd, pre, blockquote, fieldset { margin: 0; padding: 0; }
a { color: inherit; text-decoration-color: var(--persimmon); text-decoration-thickness: 2px; text-underline-offset: 0.22em; }
a:hover { text-decoration-thickness: 4px; }
code, pre { font-family: var(--code); font-size: 0.875em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; box-shadow: 0 0 0 3px var(--paper); }
[tabindex="-1"]:focus { outline: none; box-shadow: none; }
.figures { font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: var(--gutter); top: -6rem; z-index: 1; background: var(--ink); color: var(--paper); padding: 0.5rem 1rem; }
.skip:focus { top: 0.5rem; }

.masthead { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 2rem; padding: 0.875rem var(--gutter); background: var(--tide); color: var(--on-tide); }
.masthead :focus-visible { outline-color: var(--on-tide); box-shadow: none; }
.wordmark { font: 700 1.375rem/1 var(--display); letter-spacing: -0.035em; text-decoration: none; padding-block: 0.5rem; white-space: nowrap; }
.wordmark .dot { display: inline-block; width: 0.42em; height: 0.42em; margin: 0 0.22em 0 0.12em; border-radius: 50%; background: var(--persimmon); }
.wordmark .console { font-weight: 400; color: var(--on-tide-soft); }
.masthead nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.masthead nav a { text-decoration: none; padding-block: 0.625rem; border-block: 3px solid transparent; }
.masthead nav a:hover { border-bottom-color: var(--on-tide-soft); }
.masthead nav a[aria-current] { border-bottom-color: var(--persimmon); font-weight: 650; }
.who { display: flex; flex: 1 1 8rem; justify-content: end; align-items: center; gap: 1rem; min-width: 0; color: var(--on-tide-soft); white-space: nowrap; }
.who span { max-width: 20rem; overflow: hidden; text-overflow: ellipsis; }

main { max-width: 90rem; margin-inline: auto; padding: clamp(1.75rem, 1rem + 3vw, 3.5rem) var(--gutter) 5rem; display: grid; gap: 1.75rem; }
main > * { min-width: 0; }
.narrow { max-width: 40rem; width: 100%; display: grid; gap: 1.25rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
.steps { display: grid; gap: 0.75rem; padding-left: 1.5rem; }
.stack > button { justify-self: start; }
.lead { font-size: 1.1875rem; line-height: 1.5; }
.quiet, .hint { color: var(--ink-soft); font-size: 0.875rem; }
.kicker { font-size: 0.9375rem; color: var(--ink-soft); }
.title { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; }

button, .button { display: inline-block; font: 650 1rem/1.25 var(--text); padding: 0.6875rem 1.25rem; min-height: 2.75rem; border: 2px solid var(--persimmon); border-radius: 4px; background: var(--persimmon); color: var(--on-persimmon); text-decoration: none; cursor: pointer; text-align: center; }
button:hover, .button:hover { background: var(--persimmon-hot); border-color: var(--persimmon-hot); }
button.plain, .button.plain { background: none; border-color: var(--control); color: var(--ink); }
button.plain:hover, .button.plain:hover { border-color: var(--ink); }
button.danger { background: none; border-color: var(--bad); color: var(--bad); }
button.danger:hover { background: var(--bad); color: var(--paper); }
button.link { background: none; border: 0; padding: 0.5rem 0; min-height: 0; color: inherit; font-weight: 400; text-decoration: underline; text-decoration-color: var(--persimmon); text-decoration-thickness: 2px; text-underline-offset: 0.22em; }
label { display: grid; gap: 0.375rem; font-weight: 650; }
label .hint { font-weight: 400; }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; font: 400 1rem/1.4 var(--text); color: var(--ink); background: light-dark(oklch(0.99 0.006 82), oklch(0.225 0.024 240)); border: 1px solid var(--control); border-radius: 4px; padding: 0.625rem 0.75rem; min-height: 2.75rem; }
textarea { resize: vertical; }
[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.field-error { color: var(--bad); font-weight: 650; font-size: 0.9375rem; }
.field-error::before { content: "✕ "; }
fieldset { border: 0; border-top: 2px solid var(--ink); padding-top: 0.5rem; min-width: 0; }
legend { font: 700 1.375rem/1.1 var(--display); letter-spacing: -0.022em; padding: 0 0.75rem 0 0; }
fieldset fieldset { border: 0; padding: 0; }
.choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.875rem; align-items: start; padding-block: 0.875rem; border-bottom: 1px solid var(--rule); font-weight: 400; cursor: pointer; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--tide-text); }
.choice .hint { display: block; }
.actions .choice { gap: 0.5rem; padding-block: 0.375rem; border: 0; }
.notice { display: block; border-left: 4px solid var(--tide-text); background: var(--paper-deep); padding: 0.75rem 1rem; }
.notice.bad { border-color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1rem; }
.actions:empty { display: none; }
.actions:has(> label:not(.choice)) { align-items: end; }
.actions .error { flex-basis: 100%; }
.row-actions { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.row-actions button { min-height: 2.25rem; padding: 0.3125rem 0.625rem; font-size: 0.8125rem; border-color: var(--control); background: none; color: var(--ink); }
.row-actions button:hover { border-color: var(--ink); background: none; }
.error { border-left: 4px solid var(--bad); padding: 0.125rem 0 0.125rem 0.75rem; }

.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.75rem; align-items: end; max-width: 44rem; }
.searched { margin-top: 0.75rem; }
.filters { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 1rem 2rem; border-bottom: 2px solid var(--ink); }
.filters nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.filters nav a { display: inline-flex; align-items: center; gap: 0.375rem; padding: 0.625rem 0; text-decoration: none; border-bottom: 4px solid transparent; margin-bottom: -2px; }
.filters nav a:hover { border-color: var(--rule); }
.filters nav a[aria-current] { border-color: var(--persimmon); font-weight: 650; }
.count { background: var(--persimmon); color: var(--on-persimmon); border-radius: 1rem; padding: 0 0.5rem; font-size: 0.8125rem; font-weight: 650; }
.filters form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding-bottom: 0.625rem; }
.filters label { display: flex; align-items: center; gap: 0.5rem; font-weight: 400; }
.filters button { min-height: 2.5rem; padding-block: 0.375rem; }
.filters select, .filters input { width: auto; max-width: 12rem; min-height: 2.5rem; padding-block: 0.375rem; }

.state { display: inline-block; font: 650 0.8125rem/1.4 var(--text); padding: 0.125rem 0.5rem; border: 1.5px solid currentColor; border-radius: 2px; white-space: nowrap; }
.state.completed { color: var(--good); }
.state.open { color: var(--tide-text); }
.state.stuck { color: var(--warn); border-style: dashed; }
.state.failed { background: var(--bad); border-color: var(--bad); color: var(--paper); }
.status { font-weight: 400; white-space: nowrap; }
.status.completed { color: var(--good); }
.status.dead_lettered { color: var(--bad); font-weight: 650; }
.status.pending { color: var(--tide-text); }
.status.skipped { color: var(--ink-soft); }
h3 .status { font: 400 0.9375rem/1 var(--text); letter-spacing: 0; margin-left: 0.5rem; }
.effects:empty { display: none; }
.effects .status { white-space: normal; }
.effects { list-style: none; display: flex; flex-wrap: wrap; gap: 0.125rem 0.875rem; }
h2 + .effects { margin-top: 0.5rem; }

table { width: 100%; border-collapse: collapse; }
thead th { text-align: left; font-size: 0.8125rem; font-weight: 400; color: var(--ink-soft); padding: 0 1rem 0.5rem 0; }
tbody th, tbody td { text-align: left; vertical-align: top; padding: 0.875rem 1rem 0.875rem 0; border-bottom: 1px solid var(--rule); }
tbody th { font-weight: 650; overflow-wrap: anywhere; }
tbody tr:first-child > * { border-top: 1px solid var(--rule); }
tbody tr:hover { background: var(--paper-deep); }
.disputes th .quiet { font-weight: 400; }
.when .quiet { display: block; }
.when .choice { border: 0; padding: 0; }
.why { display: block; overflow-wrap: anywhere; }
.about { overflow-wrap: anywhere; }
.about code { color: var(--ink-soft); }
.subject { display: block; font-weight: 400; overflow-wrap: anywhere; }
.others { list-style: none; padding-left: 0.75rem; border-left: 2px solid var(--rule); font-weight: 400; display: grid; gap: 0.375rem; }
.pages { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.pages a { padding-block: 0.5rem; }
.pages:empty { display: none; }
.empty { padding-block: clamp(2rem, 6vw, 5rem); display: grid; gap: 0.5rem; }

.columns { display: grid; gap: 2.5rem clamp(2rem, 5vw, 5rem); }
.columns > div { display: grid; gap: 2.5rem; align-content: start; min-width: 0; }
section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; min-width: 0; border-top: 2px solid var(--ink); padding-top: 0.75rem; }
.facts { display: grid; gap: 0.625rem; }
.facts:empty { display: none; }
.columns > section > .facts, .columns > div > section > .facts, main > .facts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.facts dt { font-size: 0.8125rem; color: var(--ink-soft); }
.facts dd { overflow-wrap: anywhere; }
.brief { display: grid; gap: 0.875rem; }
.brief dt { font-size: 0.8125rem; color: var(--ink-soft); }
.brief dd { white-space: pre-line; overflow-wrap: anywhere; }
.brief del { display: block; color: var(--ink-soft); }
.timeline { list-style: none; border-left: 2px solid var(--rule); margin-left: 0.4375rem; }
.timeline > li { position: relative; padding: 0 0 1.75rem 1.75rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.625rem; }
.timeline > li:last-child { padding-bottom: 0; }
.timeline > li::before { content: ""; position: absolute; left: calc(-0.5rem - 1px); top: 0.125rem; width: 1rem; height: 1rem; border-radius: 50%; background: var(--paper); border: 3px solid var(--tide-text); }
.timeline > li.completed::before { background: var(--good); border-color: var(--good); }
.timeline > li.dead_lettered::before { background: var(--bad); border-color: var(--bad); border-radius: 2px; }
.timeline > li.skipped::before { border-color: var(--control); }
.timeline .facts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); }
.log { list-style: none; border-top: 1px solid var(--rule); }
.log > li { padding-block: 0.875rem; border-bottom: 1px solid var(--rule); display: grid; gap: 0.25rem; overflow-wrap: anywhere; }
.words { white-space: pre-line; overflow-wrap: anywhere; max-width: 75ch; }
.said { padding-left: 0.75rem; border-left: 2px solid var(--persimmon); white-space: pre-line; overflow-wrap: anywhere; }
progress { width: 100%; accent-color: var(--tide-text); }
summary { cursor: pointer; font-weight: 400; color: var(--ink-soft); font-size: 0.875rem; padding-block: 0.375rem; width: fit-content; }
.mail { width: 100%; height: min(48rem, 80vh); border: 1px solid var(--rule); background: oklch(1 0 0); }
pre { background: var(--paper-deep); padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }

.halves { display: grid; gap: 2.5rem clamp(2rem, 5vw, 5rem); }
.error > .quiet { margin-top: 0.25rem; }
.waiting { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; font: 700 1.25rem/1.4 var(--display); letter-spacing: -0.02em; }
.waiting .count { font-family: var(--text); vertical-align: 0.125em; letter-spacing: 0; }
.health { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem 2rem; }
.health dt { font-size: 0.8125rem; color: var(--ink-soft); }
.health dd { font: 700 1.5rem/1.2 var(--display); letter-spacing: -0.02em; }
.health .good { color: var(--good); }
.health .bad { color: var(--bad); }
.health .bad::before { content: "✕ "; }
figure { margin: 0; }
.file { display: grid; place-items: center; width: 6rem; height: 6rem; object-fit: cover; }
.thumb { display: grid; place-items: center; width: 5rem; aspect-ratio: 4 / 5; object-fit: cover; background: var(--paper-deep); overflow: hidden; }
.plain-list { list-style: none; display: grid; gap: 0.25rem; }
.draft { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr) minmax(14rem, 20rem); gap: 0.75rem 1.5rem; padding-block: 1rem; border-top: 2px solid var(--rule); }
.draft, .draft fieldset { min-width: 0; overflow-wrap: anywhere; }
.draft :is(input, textarea, select), .sheet-bar :is(input, select) { max-width: 100%; }
.draft :is(.draft-files, .draft-text, .draft-plan, .draft-add), .draft label { min-width: 0; }
.draft :is(.draft-files, .draft-text, .draft-plan, .draft-add), .draft label:not(.choice) { grid-template-columns: minmax(0, 1fr); }
.draft:target { border-top-color: var(--persimmon); }
.draft-head, .draft-newer { grid-column: 1 / -1; }
.draft-head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
.draft-head .choice { border: 0; padding: 0; gap: 0.5rem; }
.draft :is(label, summary) { font-size: 0.875rem; }
.draft-files, .draft-text, .draft-plan { display: grid; gap: 0.75rem; align-content: start; min-width: 0; }
.draft-file { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.375rem 0.75rem; align-items: start; }
.draft-file > .thumb { grid-row: span 2; }
.draft-file > output { grid-column: 1 / -1; }
.draft-file .place { display: flex; align-items: center; gap: 0.5rem; font-weight: 400; }
.draft-file .place input { width: 3.25rem; }
.draft-add .stack { gap: 0.5rem; }
.draft .actions .choice { font-weight: 400; padding-block: 0.25rem; }
.pair { display: grid; grid-template-columns: minmax(0, 9fr) minmax(0, 8fr); gap: 0.5rem; }
.pair input { padding-inline: 0.5rem; }
.sheet-bar { position: sticky; bottom: 0; background: var(--paper); padding-block: 0.75rem; border-top: 2px solid var(--ink); z-index: 1; }
.sheet-bar label { max-width: min(100%, 16rem); grid-template-columns: minmax(0, 1fr); }
.previews { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 2rem 1.5rem; align-items: start; }
.preview { display: grid; gap: 0.5rem; min-width: 0; }
.frame { border: 1px solid var(--rule); border-radius: 4px; padding: 0.75rem; display: grid; gap: 0.625rem; max-width: 19rem; }
.frame-head { display: flex; gap: 0.5rem; align-items: center; }
.avatar { display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background: var(--tide); color: var(--on-tide); font-weight: 700; }
.frame > :is(svg, video) { display: block; width: 100%; height: auto; background: var(--paper-deep); }
.frame-ground { fill: var(--paper-deep); }
.frame-more { fill: #fff; stroke: #000; stroke-width: 3; paint-order: stroke; font-weight: 600; }
ins { text-decoration-thickness: 2px; text-underline-offset: 0.2em; }
.library, .clients { list-style: none; display: grid; gap: 1.25rem; }
.library { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
.library > li { display: grid; gap: 0.25rem; align-content: start; min-width: 0; }
.library .thumb { width: 100%; }
.library a.why, .library bdi.why { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding-bottom: 0.125rem; }
.clients { grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 0.75rem 2rem; }
.clients > li { display: grid; align-content: start; min-width: 0; overflow-wrap: anywhere; }
.listed { display: grid; grid-template-columns: 2.75rem minmax(0, 1fr); gap: 0.875rem; align-items: start; }
.listed .thumb { width: 2.75rem; font-size: 0.6875rem; }
.publish td:first-child { width: 6rem; }
.publish .row-actions { align-items: center; gap: 0.375rem 0.875rem; margin-bottom: 0.5rem; }
.address { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.875rem; align-items: end; margin-bottom: 0.5rem; }
.address .choice { gap: 0.5rem; padding-block: 0.625rem; border: 0; }
.address > .quiet { padding-block: 0.625rem; }
.publish .when .quiet { display: block; margin: 0; white-space: normal; }
.publish td:last-child { width: 27rem; padding-right: 0; }
.publish td:last-child label { font-size: 0.875rem; }
.publish th .words { font-weight: 400; margin-block: 0.375rem; }
.photo { display: block; border-radius: 50%; margin-bottom: 0.5rem; }
.shown { display: block; max-width: min(20rem, 100%); height: auto; }
.chart { display: block; width: 100%; height: auto; }
.bar { fill: var(--tide-text); }
.bar.bad { fill: var(--bad); }
.axis { stroke: var(--ink); stroke-width: 4; vector-effect: non-scaling-stroke; }
.hours { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; }
.hours .chart { background: repeating-linear-gradient(var(--rule) 0 1px, transparent 1px 25%); height: clamp(7rem, 22vw, 15rem); }
.scale, .ticks { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; }
.key::before { content: ""; display: inline-block; width: 0.75rem; height: 0.75rem; margin-right: 0.375rem; background: var(--bad); }
.bars { list-style: none; display: grid; gap: 0.75rem; }
.bars span { display: flex; justify-content: space-between; gap: 1rem; }
.bars svg { display: block; width: 100%; height: 0.75rem; }
table.small tbody th, table.small tbody td { padding-block: 0.375rem; }
.attempts td:nth-child(3) { white-space: nowrap; }
.attempts td:nth-child(4) { width: 50%; padding-right: 0; }
.customers tbody th .quiet { display: block; font-weight: 400; }
.attempts .why { margin-top: 0.25rem; }
.waterfall { max-width: 76rem; }
.waterfall tbody::after { content: ""; display: block; height: 1rem; }
.waterfall td:nth-child(2) { background: repeating-linear-gradient(90deg, var(--rule) 0 1px, transparent 1px 25%) content-box; }
.waterfall svg { display: block; width: 100%; height: 0.875rem; margin-block: 0.3rem; }
.waterfall .whole svg { height: 0.375rem; margin-block: 0.55rem; }
.waterfall .step th { font-weight: 400; }
.waterfall .bar.dead_lettered { fill: var(--bad); }
.waterfall .bar.pending { fill: var(--warn); }
.waterfall .bar.skipped { fill: var(--control); }
.report tbody th { font-weight: 400; }
.wide { overflow-x: auto; }
.weeks td { white-space: nowrap; }
.weeks tbody th { min-width: 3.25rem; }
.report td, .report thead th { text-align: right; }
.report thead th:first-child { text-align: left; }
.report :is(th, td):last-child { padding-right: 0; }
.report tfoot th, .report tfoot td { padding: 0.5rem 1rem 0 0; font-weight: 650; text-align: right; }
.report tfoot th { text-align: left; }
@media (min-width: 64rem) {
  .halves { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .columns { grid-template-columns: minmax(0, 1fr) 22rem; }
  .columns > .aside { order: 1; }
}
@media (max-width: 72rem) {
  .masthead { gap: 0 1.25rem; }
  .masthead nav { order: 3; flex-basis: 100%; flex-wrap: nowrap; gap: 1rem; min-width: 0; overflow-x: auto; white-space: nowrap; }
}
@media (max-width: 52rem) {
  table:not(.small), :not(.small) > tbody, :not(.small) > tbody > tr, :not(.small) > tbody > tr > * { display: block; }
  :not(.small) > thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  :not(.small) > tbody > tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 1rem; padding-block: 0.875rem; border-bottom: 1px solid var(--rule); }
  :not(.small) > tbody > tr > *, :not(.small) > tbody > tr:first-child > * { border: 0; padding: 0; }
  :not(.small) > tbody > tr > :nth-child(3) { grid-area: 1 / 2; }
  :not(.small) > tbody > tr > :nth-child(2), :not(.small) > tbody > tr > :nth-child(4), :not(.small) > tbody > tr > :nth-child(5) { grid-column: 1 / -1; }
  .customers > tbody > tr > td:nth-child(n + 3) { grid-area: auto; grid-column: 1 / -1; }
  .customers td[data-name]::before { content: attr(data-name) ": "; color: var(--ink-soft); font-size: 0.875rem; }
  .customers > tbody > tr > td:nth-child(2) { grid-area: 1 / 2; }
  .draft { grid-template-columns: minmax(0, 1fr); }
  .draft-text { order: -1; }
  .draft-head { order: -2; }
  .publish > tbody > tr { grid-template-columns: 6rem minmax(0, 1fr); }
  .publish > tbody > tr > :nth-child(2) { grid-area: 1 / 2; }
  .publish > tbody > tr > :nth-child(3) { grid-area: auto; grid-column: 1 / -1; }
  .publish td:last-child { width: auto; }
  .disputes > tbody > tr { grid-template-columns: minmax(0, 1fr); }
  .disputes > tbody > tr > :nth-child(3) { grid-area: auto; }
  .when .quiet { display: inline; margin-left: 0.75rem; }
}
@media (max-width: 26rem) {
  table.small :is(th, td) { padding-right: 0.375rem; font-size: 0.8125rem; }
}
@media (width > 52rem) {
  .when, .disputes code { white-space: nowrap; }
  .when .choice { grid-template-columns: auto auto; justify-content: start; }
  .customers td:nth-child(5) { min-width: 13rem; }
  .waterfall tbody th { white-space: nowrap; }
  .waterfall .step th { padding-left: 1.25rem; }
  .waterfall :is(td, thead th):nth-child(2) { width: 50%; min-width: 12rem; }
  .waterfall :is(td, thead th):nth-child(n + 3) { padding-left: 0.5rem; white-space: nowrap; }
}
@media (max-width: 52rem) {
  .waterfall, .waterfall tbody, .waterfall tr, .waterfall :is(th, td) { display: block; }
  .waterfall thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .waterfall tbody tr { display: grid; grid-template-columns: auto auto minmax(0, 1fr); gap: 0 1rem; padding-block: 0.5rem; border-bottom: 1px solid var(--rule); }
  .waterfall tbody tr > :is(th, td) { border: 0; padding: 0; }
  .waterfall tbody tr > th { grid-column: 1 / -1; }
  .waterfall tbody tr > td:nth-child(2) { grid-column: 1 / -1; }
  .waterfall tbody tr > td:nth-child(3), .waterfall tbody tr > td:nth-child(4) { color: var(--ink-soft); font-size: 0.875rem; }
  .waterfall tbody tr > td:nth-child(3)::before { content: "after "; }
  .waterfall tbody tr > td:nth-child(4)::before { content: "took "; }
  .waterfall tbody tr > td:nth-child(5) { text-align: right; font-size: 0.875rem; }
  .waterfall .status { white-space: normal; }
}
@media (max-width: 46rem) {
  .masthead { gap: 0.75rem; padding-block: 0.375rem; }
  .masthead nav { order: 0; flex: 1 1 0; font-size: 0.9375rem; }
  .masthead nav a[aria-current] { order: -1; }
  .wordmark .console, .who span { display: none; }
  .who { flex: none; font-size: 0.9375rem; }
}
@media (max-width: 20rem) {
  table.small :is(th, td) { overflow-wrap: anywhere; }
  .state { white-space: normal; }
  .masthead { flex-wrap: wrap; }
  .masthead nav { order: 3; flex-basis: 100%; }
}
@media (max-width: 40rem) {
  .attempts thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .attempts > tbody > tr { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; border-bottom: 1px solid var(--rule); padding-block: 0.375rem; }
  .attempts > tbody > tr > *, .attempts > tbody > tr:first-child > * { border: 0; padding-block: 0.125rem; }
  .attempts > tbody > tr > :nth-child(4) { grid-column: 1 / -1; width: auto; }
  .timeline .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .filters label { flex: 1 1 8rem; display: grid; gap: 0; font-size: 0.875rem; }
  .filters select, .filters input { width: 100%; max-width: none; }
  .clients { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem 1rem; }
  .sheet-bar { position: static; gap: 0.5rem; }
  .sheet-bar label { flex: 1 1 8rem; }
  .search { grid-template-columns: minmax(0, 1fr); }
  .search button { justify-self: start; }
  .filters nav { gap: 0 1.125rem; }
  .report :is(th, td):not(:last-child) { padding-right: 0.5rem; }
}
@media print {
  .masthead, .actions, .search, .filters { display: none; }
}
`;
