import { neon } from "@neondatabase/serverless";
import { Hono } from "hono";
import edge from "../../../edge/index.ts";

export { EventPublisher } from "../../../edge/index.ts";

/** What the product is measured against: the least that could be called a route, in the same isolate. */
const bare = new Hono<{ Bindings: { DATABASE_URL: string } }>()
  .get("/bench/hello", (c) => c.text("hello"))
  .post("/bench/insert", async (c) => {
    const form = await c.req.json<Record<string, string>>();
    // The product has set the driver up for the whole isolate: same endpoint, same time limit.
    const sql = neon(c.env.DATABASE_URL);
    const [row] = await sql.query(
      `insert into form_submissions (id, idempotency_key, request_hash, form_type, email, payload, created_at)
       values ($1, $2, '', $3, $4, $5, now()) returning id, created_at`,
      [
        crypto.randomUUID(),
        c.req.header("idempotency-key"),
        form["form_type"],
        form["email"],
        JSON.stringify(form),
      ],
    );
    return c.json(row, 201);
  });

// oxlint-disable-next-line import/no-default-export -- workerd runs the default export.
export default {
  fetch(...given: Parameters<typeof edge.fetch>) {
    const [request, env, context] = given;
    return request.url.includes("/bench/")
      ? bare.fetch(request, env, context)
      : edge.fetch(request, env, context);
  },
};
