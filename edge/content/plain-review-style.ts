import { DECIDABLE_AFTER_MS } from "#contracts/content/posts.ts";
import { PAGE_STYLE } from "../http/page-style.ts";

/** A string, so that its hash can stand in the page's policy. */
export const STYLE = `${PAGE_STYLE}
main { max-width: 40rem; margin-inline: auto; padding: 1.5rem var(--gutter) 4rem; display: grid; gap: 1rem; }
main > * { min-width: 0; }
h1 { margin-top: 1rem; }
.brand { font: 700 1.25rem/1.2 var(--display); }
.soft { color: var(--ink-soft); }
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
.said { border-left: 4px solid var(--persimmon); background: var(--paper-deep); padding: 1rem 1.25rem; font-weight: 600; display: grid; gap: 0.75rem; }
article { border-top: 2px solid var(--ink); padding-top: 1.25rem; margin-top: 1.5rem; display: grid; gap: 0.75rem; }
.frame { max-width: 20rem; border: 1px solid var(--rule); border-radius: 0.5rem; overflow: hidden; }
.frame > p { padding: 0.75rem; overflow-wrap: anywhere; }
.name { display: flex; align-items: center; gap: 0.75rem; }
.avatar { flex: none; width: 2rem; line-height: 2rem; border-radius: 50%; background: var(--tide-band); color: var(--on-tide); text-align: center; font-weight: 700; }
.frame img, .frame video { display: block; width: 100%; height: auto; object-fit: cover; background: var(--paper-deep); }
dt { font-weight: 600; margin-top: 0.5rem; }
form { display: grid; gap: 0.5rem; justify-items: start; }
button { font: inherit; font-weight: 700; min-height: 3rem; padding: 0.5rem 1.5rem; border: 0; border-radius: 0.25rem; background: var(--persimmon); color: oklch(0.19 0.03 45); cursor: pointer; }
button { animation: wait ${DECIDABLE_AFTER_MS}ms; }
@keyframes wait { from, to { pointer-events: none; opacity: 0.5; } }
details button, button[value="approval_undone"], button[value="fresh_email"] { background: none; color: inherit; border: 2px solid currentColor; }
summary { cursor: pointer; padding-block: 0.75rem; font-weight: 600; text-decoration: underline; text-underline-offset: 0.22em; }
textarea { font: inherit; width: 100%; max-width: 36rem; padding: 0.75rem; border: 1px solid var(--ink-soft); border-radius: 0.25rem; background: var(--paper); color: inherit; }
footer { margin-top: 2rem; border-top: 1px solid var(--rule); padding-top: 1rem; color: var(--ink-soft); }
`;
