import type { CSSProperties } from "react";
import { COLOURS as BRAND } from "../colours.ts";

/** The light value is inline; a class of the same name overrides it in dark mode. */
const COLOURS = {
  paper: BRAND.paper,
  panel: BRAND["paper-deep"],
  ink: BRAND.ink,
  soft: BRAND["ink-soft"],
  rule: BRAND.rule,
  accent: BRAND["persimmon-text"],
  tide: BRAND["tide-text"],
};

export const PERSIMMON = BRAND.persimmon.light;
export const ON_PERSIMMON = BRAND["on-persimmon"].light;
export const ON_TIDE = BRAND["on-tide"].light;

export const WIDTH_PX = 600;

/** Without quotation marks, which HTML would escape. */
export const FONTS = "Avenir Next,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif";

type Painted = { className: string; style: CSSProperties };

export function text(colour: "ink" | "soft" | "accent" | "tide", style?: CSSProperties): Painted {
  return { className: colour, style: { color: COLOURS[colour].light, ...style } };
}

export function ground(colour: "paper" | "panel", style?: CSSProperties): Painted {
  return { className: colour, style: { backgroundColor: COLOURS[colour].light, ...style } };
}

export function topRule(style?: CSSProperties): Painted {
  return { className: "rule", style: { borderTop: `1px solid ${COLOURS.rule.light}`, ...style } };
}

export const TIDE_GROUND: Painted = {
  className: "tide-ground",
  style: { backgroundColor: COLOURS.tide.light },
};

/** Set on every text: some mail clients do not inherit size and line height in tables. */
export const BASE: CSSProperties = { fontSize: 16, lineHeight: "26px" };

export const WRAP_ANYWHERE: CSSProperties = { wordBreak: "break-word", overflowWrap: "anywhere" };

const dark = (["ink", "soft", "accent", "tide"] as const).map(
  (name) => `.${name}{color:${COLOURS[name].dark}!important}`,
);

export const STYLE_SHEET = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (max-width:480px){.gutter{padding-left:20px!important;padding-right:20px!important}",
  ".headline{font-size:31px!important;line-height:35px!important}.label{width:120px!important}}",
  "@media (prefers-color-scheme:dark){",
  ...dark,
  `.paper,.paper>table>tbody>tr>td{background-color:${COLOURS.paper.dark}!important}`,
  `.panel{background-color:${COLOURS.panel.dark}!important}`,
  `.rule{border-color:${COLOURS.rule.dark}!important}`,
  `.tide-ground{background-color:${COLOURS.tide.dark}!important;color:${COLOURS.paper.dark}!important}`,
  "}",
].join("");
