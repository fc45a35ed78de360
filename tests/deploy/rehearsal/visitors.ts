import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { RELEASE_HEADER } from "./front.ts";
import type { Host } from "./host.ts";

const PAUSE_MS = 500;

type Visit = {
  readonly email: string;
  readonly status: number;
  /** Which releases answered. */
  readonly edge: string | null;
  readonly site: string | null;
};

export type Visitors = {
  /** Waits for the running one. */
  readonly stop: () => Promise<readonly Visit[]>;
};

/** People who open the site and send an enquiry, one after the other, whatever is switched meanwhile. */
export function sendVisitors({ stack }: Host): Visitors {
  const visits: Visit[] = [];
  const over = new AbortController();
  const visit = async (index: number): Promise<void> => {
    const email = `visitor-${index}@rehearsal.example`;
    const page = await fetch(stack.urls.site);
    await page.text();
    const answer = await fetch(new URL("/rest/v1/form_submissions", stack.urls.api), {
      method: "POST",
      headers: {
        apikey: stack.urls.anonKey,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
        "cf-connecting-ip": `10.9.${index >> 8}.${index & 255}`,
      },
      body: JSON.stringify({
        form_type: "contact",
        first_name: "Amara",
        last_name: `Visitor ${index}`,
        email,
        company: "Harbour Bakery",
        subject: "General Inquiry",
        message: "Could you take over our posts from next month?",
        source: "Contact Us Page",
      }),
    });
    await answer.text();
    visits.push({
      email,
      status: page.ok ? answer.status : page.status,
      edge: answer.headers.get(RELEASE_HEADER),
      site: page.headers.get(RELEASE_HEADER),
    });
  };
  const visiting = (async () => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      await visit(index).catch((error: unknown) => {
        visits.push({ email: String(error), status: 0, edge: null, site: null });
      });
      await delay(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await visiting;
      return visits;
    },
  };
}

export function describeVisits(visits: readonly Visit[]): string {
  const lost = visits.filter(({ status }) => status !== 201);
  const whose = lost.map(({ email, status }) => `${email}: ${status}`).join(", ");
  return `${visits.length} visitors came meanwhile; ${lost.length === 0 ? "all were answered" : `not answered: ${whose}`}.`;
}

const Mails = z.array(z.object({ to: z.string() }));

/** Counts the mails to each visitor. */
export async function countReplies(
  { stack }: Host,
  visits: readonly Visit[],
): Promise<readonly number[]> {
  const answer = await fetch(new URL("/inbox.json", stack.urls.inbox));
  const mails = Mails.parse(await answer.json());
  return visits.map(({ email }) => mails.filter(({ to }) => to === email).length);
}
