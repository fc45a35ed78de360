import * as z from "zod";
import { ask } from "./ask.ts";
import { type CheckResult, failed, ok } from "./check-result.ts";
import { PAGES_PROJECT, type Remote } from "./steps.ts";

const Answer = z.object({
  result: z.object({
    domains: z.array(z.string()).default([]),
    canonical_deployment: z.object({ id: z.string() }).nullish(),
  }),
});

type PagesProject = { readonly domains: readonly string[]; readonly deployment: string | null };

/**
 * Asks Cloudflare for the site's project; source: https://developers.cloudflare.com/api/resources/pages/.
 *
 * @param command below the project's address, sent instead of the question
 * @returns null when there is no such project, or Cloudflare refuses
 */
export async function askPages(
  target: Remote,
  environment: NodeJS.ProcessEnv,
  command?: string,
): Promise<PagesProject | null> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = environment;
  const base = environment["CLOUDFLARE_API_BASE_URL"] || "https://api.cloudflare.com/client/v4";
  const project = `${base}/accounts/${account}/pages/projects/${PAGES_PROJECT[target]}`;
  const answer = await ask(`${project}${command ?? ""}`, {
    method: command === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer?.status !== 200) return null;
  const { data } = Answer.safeParse(answer.body);
  return {
    domains: data?.result.domains ?? [],
    deployment: data?.result.canonical_deployment?.id ?? null,
  };
}

/** Checks that the site's project exists, which no deploy makes, and has the site's domain. */
export async function checkPages(
  target: Remote,
  siteUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<CheckResult[]> {
  const name = PAGES_PROJECT[target];
  const project = await askPages(target, environment);
  if (project === null) {
    const toDo = `run: wrangler pages project create ${name} --production-branch main`;
    return [failed("Pages", `has no project ${name}, or the token may not read it`, toDo)];
  }
  const host = siteUrl !== undefined && URL.canParse(siteUrl) ? new URL(siteUrl).hostname : "";
  return project.domains.includes(host)
    ? [ok("Pages", `has the project ${name} with the site's domain`)]
    : [
        failed(
          "Pages",
          `the project ${name} lacks the domain ${host}`,
          "attach it in the project under Custom domains",
        ),
      ];
}
