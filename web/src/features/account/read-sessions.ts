import { AccountSessions } from "#contracts/api/account-sessions.ts";

export type ListedSession = ReturnType<typeof readSessions>[number];

/** @throws when the answer does not match the contract */
export const readSessions = (answer: unknown) =>
  AccountSessions.parse(answer).sessions.map((session) => ({
    ...session,
    device: describeDevice(session.user_agent),
  }));

// Order matters: user agents also name the browsers that they derive from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

/** For example `Chrome on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const find = (list: typeof BROWSERS) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
