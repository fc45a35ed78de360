// Written from web/src/styles/tokens.css by tests/docs/colours.test.ts with `--update`.
export const COLOURS = {
  paper: { light: "#fbf6ee", dark: "#0b161e" },
  "paper-deep": { light: "#f2ebdf", dark: "#122029" },
  ink: { light: "#201712", dark: "#f4f0e7" },
  "ink-soft": { light: "#564a43", dark: "#bfbaae" },
  rule: { light: "#cfc6b9", dark: "#313f4a" },
  control: { light: "#7e7269", dark: "#788992" },
  persimmon: { light: "#fb692f", dark: "#fb692f" },
  "persimmon-hot": { light: "#ef4f18", dark: "#ef4f18" },
  "persimmon-text": { light: "#bf3502", dark: "#ff8e57" },
  "on-persimmon": { light: "#1f0f08", dark: "#1f0f08" },
  tide: { light: "#00374e", dark: "#002f42" },
  "tide-text": { light: "#00374e", dark: "#9fd0de" },
  "on-tide": { light: "#f9f5ed", dark: "#f9f5ed" },
  "on-tide-soft": { light: "#bdd6dd", dark: "#bdd6dd" },
  good: { light: "#196632", dark: "#7cd591" },
  bad: { light: "#ac1922", dark: "#ff958d" },
} as const;
