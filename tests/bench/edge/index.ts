import { neon } from "@neondatabase/serverless";
import argon2 from "@phi-ag/argon2/argon2.wasm";
import { Hono } from "hono";
import { createArgon2 } from "../../../edge/auth/passwords/argon2.ts";
import { createPasswords } from "../../../edge/auth/passwords/hash.ts";
import { compose } from "../../../edge/compose.ts";
import edge from "../../../edge/index.ts";
import { scryptPasswords } from "./scrypt-passwords.ts";

export { EventPublisher, LimitCounter } from "../../../edge/index.ts";

const passwords = createPasswords(createArgon2(argon2));

let withScrypt: ReturnType<typeof compose> | undefined;

const MINIFLARE_COUNTS = "11.";

const bare = new Hono<{ Bindings: { DATABASE_URL: string } }>()
  .get("/bench/hello", (c) => c.text("hello"))
  .post("/bench/insert", async (c) => {
    const form = await c.req.json<Record<string, string>>();
    // The edge has configured the Neon driver for the isolate: same endpoint and timeout.
    const sql = neon(c.env.DATABASE_URL);
    const [row] = await sql.query(
      `insert into form_submissions (id, idempotency_key, form_type, email, payload, created_at)
       values ($1, $2, $3, $4, $5, now()) returning id, created_at`,
      [
        crypto.randomUUID(),
        c.req.header("idempotency-key"),
        form["form_type"],
        form["email"],
        JSON.stringify(form),
      ],
    );
    return c.json(row, 201);
  })
  .post("/bench/hash", async (c) => {
    const { password } = await c.req.json<{ password: string }>();
    return c.json({ hash: await passwords.hash(password) });
  })
  .post("/bench/statement", async (c) => {
    const { session_id: id } = await c.req.json<{ session_id: string }>();
    const sql = neon(c.env.DATABASE_URL);
    const [row] = await sql.query(
      "update sessions set refreshed_at = now() where id = $1 returning id",
      [id],
    );
    return c.json(row);
  });

let withCounts: Parameters<typeof edge.fetch>[1] = null;

const counts = new Map<string, number>();

/** Counts in memory, as Cloudflare does; Miniflare uses a Durable Object that writes to disk. */
function countHere(key: string) {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return Promise.resolve({ success: count <= 10 });
}

function countOf(env: Parameters<typeof edge.fetch>[1]) {
  return ({ key }: { key: string }) =>
    key.startsWith(MINIFLARE_COUNTS) ? env.ENQUIRY_RATE_LIMITER.limit({ key }) : countHere(key);
}

// oxlint-disable-next-line import/no-default-export -- workerd runs the default export.
export default {
  fetch(...given: Parameters<typeof edge.fetch>) {
    const [request, env, context] = given;
    if (request.url.includes("/bench/")) return bare.fetch(request, env, context);
    if (request.headers.get("x-bench-hash") === "scrypt") {
      withScrypt ??= compose(env, scryptPasswords);
      return withScrypt.fetch(request, env, context);
    }
    // Once: a copy of all settings a request would be the bench's own cost.
    withCounts ??= {
      ...env,
      ENQUIRY_RATE_LIMITER: { limit: countOf(env) },
      // Cloudflare counts in memory, too; a bench sends more than a minute's requests.
      DEFAULT_RATE_LIMITER: { limit: () => Promise.resolve({ success: true }) },
    };
    return edge.fetch(request, withCounts, context);
  },
};
