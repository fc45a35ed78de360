import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { apiScript, FRAME_PAGE } from "./widget.ts";

const LIFETIME_MS = 300_000;

type Token = { hostname: string; action: string; issuedMs: number; isSpent: boolean };

/** The origin that the site loads the widget from: tests answer it with this emulator. */
const WIDGET_ORIGIN = "https://challenges.cloudflare.com";

/**
 * Cloudflare Turnstile: siteverify, the widget, and `POST /turnstile/tokens` for a solved one. Has no
 * `idempotency_key`, so a token never passes twice.
 */
export function createTurnstileEmulator(secret: string, now: () => Date): Hono {
  const tokens = new Map<string, Token>();
  const app = new Hono();

  app.post("/turnstile/v0/siteverify", async (c) => {
    const form = await c.req.parseBody();
    const refuse = (code: string) =>
      c.json({ success: false, "error-codes": [code], messages: [] });
    if (typeof form["secret"] !== "string") return refuse("missing-input-secret");
    if (form["secret"] !== secret) return refuse("invalid-input-secret");
    if (typeof form["response"] !== "string" || form["response"] === "") {
      return refuse("missing-input-response");
    }
    const token = tokens.get(form["response"]);
    if (token === undefined) return refuse("invalid-input-response");
    const isExpired = now().getTime() - token.issuedMs >= LIFETIME_MS;
    if (token.isSpent || isExpired) return refuse("timeout-or-duplicate");
    token.isSpent = true;
    return c.json({
      success: true,
      "error-codes": [],
      challenge_ts: new Date(token.issuedMs).toISOString(),
      hostname: token.hostname,
      action: token.action,
      cdata: "",
      metadata: { interactive: false },
    });
  });

  app.get("/turnstile/v0/api.js", (c) =>
    c.body(apiScript(WIDGET_ORIGIN), 200, { "content-type": "text/javascript" }),
  );
  app.get("/turnstile/frame", (c) => c.html(FRAME_PAGE));

  app.post("/turnstile/tokens", async (c) => {
    const { hostname = "", action = "" } = await c.req.json<Partial<Token>>();
    const token = `0.${randomUUID()}`;
    tokens.set(token, { hostname, action, issuedMs: now().getTime(), isSpent: false });
    return c.json({ token });
  });
  return app;
}
