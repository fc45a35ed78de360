import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { askPages, checkPages } from "./pages-project.ts";

const PROJECT = "/accounts/account/pages/projects/tidepost-site-staging";
const server = createServer();
const asked: string[] = [];
afterEach(() => void server.close());

async function cloudflare(answers: Readonly<Record<string, unknown>>): Promise<NodeJS.ProcessEnv> {
  asked.length = 0;
  server.removeAllListeners("request");
  server.on("request", ({ method, url, headers }, response) => {
    const request = `${method} ${url}`;
    asked.push(request);
    const isKnown = headers.authorization === "Bearer token" && request in answers;
    response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ result: answers[request] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    CLOUDFLARE_API_TOKEN: "token",
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
  };
}

const project = { domains: ["site.test"], canonical_deployment: { id: "before" } };

test.each([
  ["there, with the domain", { [`GET ${PROJECT}`]: project }, "ok", "with the site's domain"],
  [
    "there, without it",
    { [`GET ${PROJECT}`]: { domains: [] } },
    "failed",
    "lacks the domain site.test",
  ],
  ["not there", {}, "failed", "has no project tidepost-site-staging"],
])("the site's project is %s", async (_, answers, state, what) => {
  const environment = await cloudflare(answers);
  expect(await checkPages("staging", "https://site.test", environment)).toMatchObject([
    { about: "Pages", state, what: expect.stringContaining(what) },
  ]);
});

test("the way back: Cloudflare is told the deployment that ran before", async () => {
  const rollback = `POST ${PROJECT}/deployments/before/rollback`;
  const environment = await cloudflare({ [`GET ${PROJECT}`]: project, [rollback]: {} });
  const { deployment } = (await askPages("staging", environment)) ?? {};
  expect(
    await askPages("staging", environment, `/deployments/${String(deployment)}/rollback`),
  ).not.toBeNull();
  expect(asked).toEqual([`GET ${PROJECT}`, rollback]);
  expect(await askPages("staging", environment, "/deployments/other/rollback")).toBeNull();
});
