import { PAGE_STYLE } from "../http/page-style.ts";

export const STYLE = `${PAGE_STYLE}.skip { position: absolute; left: var(--gutter); top: -6rem; background: var(--ink); color: var(--paper); padding: 0.5rem 1rem; }
.skip:focus { top: 0.5rem; }
header { padding: clamp(1.5rem, 1rem + 3vw, 3.5rem) var(--gutter); background: var(--tide-band); color: var(--on-tide); display: grid; gap: 1rem; }
header p { max-width: 65ch; }
header :focus-visible { outline-color: var(--on-tide); }
.columns { padding: 2rem var(--gutter) 5rem; display: grid; gap: 2rem; max-width: 90rem; margin-inline: auto; }
.columns > * { min-width: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
nav a { display: inline-block; padding-block: 0.25rem; }
main, main > section { display: grid; gap: 2.5rem; }
main > section { gap: 0.75rem; }
main > section > * { min-width: 0; }
details { border-top: 1px solid var(--rule); }
summary { cursor: pointer; padding: 0.75rem 0.25rem; display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: baseline; }
summary::after { content: "+"; font: 1.25rem/1 var(--code); color: var(--ink-soft); grid-area: 1 / -2; }
[open] > summary::after { content: "\\2212"; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--paper-deep); }
summary > .said { grid-column: 2; color: var(--ink-soft); }
summary.named { grid-template-columns: minmax(0, 1fr) auto; }
.method { font: 700 0.8125rem/1.6 var(--code); color: var(--tide); }
.post { color: var(--good); }
.put, .patch { color: var(--warn); }
.delete { color: var(--bad); }
.inside { scroll-margin-top: 5rem; display: grid; gap: 1.25rem; padding: 0.5rem 0 1.75rem; }
.inside > section { display: grid; gap: 0.5rem; min-width: 0; }
.fields { display: grid; }
.fields > div { display: grid; gap: 0 1.5rem; padding-block: 0.4rem; border-bottom: 1px dotted var(--rule); }
.fields dt, .fields dd { min-width: 0; }
.fields .fields { margin-top: 0.4rem; padding-left: 1rem; border-left: 3px solid var(--rule); }
.soft, .required { color: var(--ink-soft); font-size: 0.875rem; }
.required { color: var(--bad); }
@media (min-width: 48rem) {
  .fields > div { grid-template-columns: minmax(9rem, 16rem) minmax(0, 1fr); }
  .fields .fields > div { grid-template-columns: minmax(0, 1fr); }
  .inside { padding-left: 5.5rem; }
  .named + .inside { padding-left: 0.25rem; }
}
@media (min-width: 68rem) {
  .columns { grid-template-columns: 13rem minmax(0, 1fr); gap: 4rem; }
  nav { position: sticky; top: 2rem; align-self: start; }
  nav ul { display: grid; }
}
`;
