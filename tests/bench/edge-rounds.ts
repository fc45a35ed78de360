import { Pool } from "undici";
import type { StackUrls } from "../stack/settings.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { medianRatio } from "./figures.ts";
import { CONNECTIONS, medianRound, runAlternately, type Round } from "./rounds.ts";

type Variant = "hello" | "insert" | "enquiry" | "enquiryOnMiniflare";

const VARIANTS: Record<Variant, { path: string; posts: boolean; network: number }> = {
  hello: { path: "/bench/hello", posts: false, network: 10 },
  insert: { path: "/bench/insert", posts: true, network: 10 },
  enquiry: { path: "/rest/v1/form_submissions", posts: true, network: 10 },
  enquiryOnMiniflare: { path: "/rest/v1/form_submissions", posts: true, network: 11 },
};
const NAMES = Object.keys(VARIANTS) as Variant[];

export type EdgeFigures = Record<Variant, Round & { toInsert: number; toHello: number }>;

/**
 * Loads the edge and the bare routes alternately in short rounds.
 *
 * @throws on any unexpected response: errors are fast
 */
export async function measureEdge(urls: StackUrls): Promise<EdgeFigures> {
  const pool = new Pool(urls.api, { connections: CONNECTIONS });
  try {
    const rounds = await runAlternately(NAMES, (name) => visit(pool, urls, name));
    const perSecond = (name: Variant) => rounds[name].map((round) => round.perSecond);
    const figuresOf = (name: Variant) => ({
      ...medianRound(rounds[name]),
      toInsert: medianRatio(perSecond(name), perSecond("insert")),
      toHello: medianRatio(perSecond(name), perSecond("hello")),
    });
    return {
      hello: figuresOf("hello"),
      insert: figuresOf("insert"),
      enquiry: figuresOf("enquiry"),
      enquiryOnMiniflare: figuresOf("enquiryOnMiniflare"),
    };
  } finally {
    await pool.close();
  }
}

async function visit(pool: Pool, urls: StackUrls, name: Variant): Promise<void> {
  const { path, posts, network } = VARIANTS[name];
  const headers = makeHeaders(urls, network);
  const body = posts ? JSON.stringify(makeForm()) : null;
  const answer = await pool.request({ method: posts ? "POST" : "GET", path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== (posts ? 201 : 200)) {
    throw new Error(`${path} answered ${String(answer.statusCode)}: ${text}`);
  }
}
