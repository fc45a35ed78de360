import { expect } from "vitest";
import { test } from "../support/serving.ts";
import { checkBots, judgeBots } from "./check-bots.ts";

const HOST = "api.site.test";
const body = (result: unknown) => ({ body: { result } });
const SKIP = {
  action: "skip",
  enabled: true,
  expression: `(http.host eq "${HOST}")`,
  action_parameters: { phases: ["http_request_sbfm"] },
};
const CHALLENGE = { sbfm_definitely_automated: "managed_challenge" };

test.for<[string, { bots?: unknown; level?: string; rules?: unknown[] }, string[]]>([
  ["all off", { bots: { fight_mode: false } }, ["ok Cloudflare's bot settings"]],
  ["Bot Fight Mode", { bots: { fight_mode: true } }, ["failed Bot Fight Mode"]],
  [
    "Bot Fight Mode, which no rule skips",
    { bots: { fight_mode: true }, rules: [SKIP] },
    ["failed Bot Fight Mode"],
  ],
  ["Super Bot Fight Mode", { bots: CHALLENGE }, ["failed Super Bot Fight Mode"]],
  [
    "Super Bot Fight Mode that the API skips",
    { bots: CHALLENGE, rules: [SKIP] },
    ["ok Cloudflare's bot settings"],
  ],
  [
    "a rule that is off",
    { bots: CHALLENGE, rules: [{ ...SKIP, enabled: false }] },
    ["failed Super Bot Fight Mode"],
  ],
  [
    "a rule for another host",
    { bots: CHALLENGE, rules: [{ ...SKIP, expression: '(http.host eq "site.test")' }] },
    ["failed Super Bot Fight Mode"],
  ],
  ["Under Attack mode", { bots: {}, level: "under_attack" }, ["failed Under Attack mode"]],
  ["settings that the token may not read", {}, ["note Cloudflare's bot settings"]],
])("%s: reported as such", ([, { bots, level = "medium", rules }, expected]) => {
  const found = judgeBots(HOST, {
    bots: bots === undefined ? { body: { success: false } } : body(bots),
    level: body({ value: level }),
    // Without custom rules Cloudflare answers 404.
    rules: rules === undefined ? null : body({ rules }),
  });
  expect(found.map(({ state, about }) => `${state} ${about}`)).toEqual(expected);
});

test("finds the zone of the API's host, and says what it may not read", async ({ serving }) => {
  const asked: string[] = [];
  const base = await serving((request, response) => {
    asked.push(`${request.headers.authorization ?? ""} ${request.url ?? ""}`);
    const isZone = request.url === "/zones?name=site.test";
    response.writeHead(request.url?.startsWith("/zones?") === true ? 200 : 403);
    response.end(JSON.stringify({ result: isZone ? [{ id: "z1" }] : [] }));
  });
  const [found] = await checkBots(`https://${HOST}`, "t1", base);
  expect(found).toMatchObject({ state: "note", what: expect.stringContaining("may not") });
  expect(asked.slice(0, 2)).toEqual([
    `Bearer t1 /zones?name=${HOST}`,
    "Bearer t1 /zones?name=site.test",
  ]);
  expect(asked.slice(2).every((line) => line.includes("/zones/z1/"))).toBe(true);
});
