import { expect } from "vitest";
import { CALENDLY_EVENT_TYPES } from "../../edge/calls/calendly-webhook.ts";
import { test } from "../support/serving.ts";
import { checkCalendly } from "./check-calendly.ts";

const EDGE = { API_URL: "https://api.site.test/", CALENDLY_WEBHOOK_SECRETS: "a".repeat(32) };
const ORGANIZATION = "https://api.calendly.com/organizations/AAAA";
const OURS = {
  callback_url: "https://api.site.test/webhooks/calendly",
  state: "active",
  events: CALENDLY_EVENT_TYPES,
};
const ABOUT = "Calendly's webhook";

test.for<[string, object | number, string]>([
  ["has our webhook beside others", { collection: [{ ...OURS, state: "x" }, OURS] }, `ok ${ABOUT}`],
  ["has none", { collection: [] }, `failed ${ABOUT}`],
  ["has another target's", { collection: [{ ...OURS, callback_url: "x" }] }, `failed ${ABOUT}`],
  ["disabled it", { collection: [{ ...OURS, state: "disabled" }] }, `failed ${ABOUT}`],
  [
    "reports bookings alone",
    { collection: [{ ...OURS, events: [CALENDLY_EVENT_TYPES[0]] }] },
    `failed ${ABOUT}`,
  ],
  ["refuses the token", 401, "failed CALENDLY_TOKEN"],
  ["refuses who is no admin", 403, "failed CALENDLY_TOKEN"],
])("Calendly %s: reported as such", async ([, answer, expected], { serving }) => {
  const asked: string[] = [];
  const base = await serving(({ url, headers }, response) => {
    asked.push(`${headers.authorization ?? ""} ${decodeURIComponent(url ?? "")}`);
    const isMe = url === "/users/me" && answer !== 401;
    response.writeHead(typeof answer === "number" && !isMe ? answer : 200);
    const me = { resource: { current_organization: ORGANIZATION } };
    response.end(JSON.stringify(isMe ? me : answer));
  });
  const results = await checkCalendly(EDGE, "t1", base);
  expect(results.map(({ state, about }) => `${state} ${about}`)).toEqual([expected]);
  expect(asked).toEqual(
    [
      "Bearer t1 /users/me",
      `Bearer t1 /webhook_subscriptions?organization=${ORGANIZATION}&scope=organization&count=100`,
    ].slice(0, answer === 401 ? 1 : 2),
  );
});

test("without a token the doctor says that it did not look; without secrets there is nothing to look for", async () => {
  expect(await checkCalendly(EDGE, undefined)).toMatchObject([{ state: "note", about: ABOUT }]);
  expect(await checkCalendly({ API_URL: EDGE.API_URL }, "t1")).toEqual([]);
});
