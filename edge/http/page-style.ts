/** What the pages of the API have in common. A string, so that its hash can stand in their policies. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.974 0.012 82), oklch(0.195 0.022 240));
  --paper-deep: light-dark(oklch(0.942 0.018 80), oklch(0.235 0.026 240));
  --ink: light-dark(oklch(0.215 0.018 50), oklch(0.955 0.012 85));
  --ink-soft: light-dark(oklch(0.42 0.02 55), oklch(0.79 0.018 90));
  --rule: light-dark(oklch(0.83 0.02 78), oklch(0.36 0.026 240));
  --persimmon: oklch(0.695 0.192 40);
  --tide: light-dark(oklch(0.315 0.068 232), oklch(0.79 0.07 222));
  --tide-band: light-dark(oklch(0.315 0.068 232), oklch(0.255 0.056 234));
  --on-tide: oklch(0.972 0.012 85);
  --good: light-dark(oklch(0.45 0.11 150), oklch(0.8 0.13 150));
  --bad: light-dark(oklch(0.48 0.18 25), oklch(0.78 0.13 25));
  --warn: light-dark(oklch(0.47 0.1 75), oklch(0.83 0.13 82));
  --display: "Bricolage Grotesque", "Helvetica Neue", Arial, sans-serif;
  --code: ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", "DejaVu Sans Mono", monospace;
  --gutter: clamp(1.125rem, 0.5rem + 2.6vw, 3rem);
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1rem/1.55 "Avenir Next", "Segoe UI", Seravek, Roboto, "Helvetica Neue", Arial, sans-serif; -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3 { font-family: var(--display); letter-spacing: -0.022em; line-height: 1.1; margin: 0; text-wrap: balance; }
h1 { font-size: clamp(2.25rem, 1.6rem + 2.9vw, 3.5rem); letter-spacing: -0.035em; }
h2 { font-size: 1.5rem; }
h3 { font-size: 1rem; letter-spacing: 0; }
p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: inherit; text-decoration-color: var(--persimmon); text-decoration-thickness: 2px; text-underline-offset: 0.22em; }
a:hover { text-decoration-thickness: 4px; }
code { font-family: var(--code); font-size: 0.875em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;
