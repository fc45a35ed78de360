import { createHash, randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { renewInvoiceUrls } from "../pages/invoice-url.ts";
import { API_VERSION, type World } from "../world.ts";
import type { Call } from "./call.ts";
import { expand } from "./expand.ts";
import { decodeForm } from "./form.ts";
import { checkParams } from "./params.ts";
import { ApiError, paramError } from "./stripe-error.ts";
import type { ApiFailure, ApiOutcome } from "./switches.ts";

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const LONGEST_KEY = 255;

interface ApiOptions {
  readonly world: World;
  readonly calls: readonly Call[];
  /** Null accepts any test-mode key. */
  readonly secretKey: string | null;
  readonly decideOutcome: (path: string) => ApiOutcome;
  readonly wait: (ms: number) => Promise<void>;
  readonly onAnswer: (call: string, answer: { status: number; isReplay?: boolean }) => void;
  readonly onChange: () => void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplay?: boolean;
}

type Env = { Bindings: HttpBindings };

const RATE_LIMITED: ApiOutcome = {
  fail: { status: 429, remaining: null, share: 1, shouldRetry: null },
  loseReply: false,
  delayMs: 0,
};

const Expanding = z.object({ expand: z.array(z.string()).optional() });

export function createApi(options: ApiOptions): Hono<Env> {
  const { world } = options;
  const atWork = new Set<string>();
  const requestTimes = new Map<string, number[]>();
  const app = new Hono<Env>();

  for (const call of options.calls) {
    app.on(call.method, call.path, async (c) => {
      const requestId = `req_${randomBytes(7).toString("hex")}`;
      c.header("request-id", requestId);
      c.header("stripe-version", API_VERSION);
      const outcome = isOverLimit(call.path) ? RATE_LIMITED : options.decideOutcome(c.req.path);
      if (outcome.fail !== null) {
        if (outcome.fail.shouldRetry !== null) {
          c.header("stripe-should-retry", String(outcome.fail.shouldRetry));
        }
        const refused = injected(outcome.fail);
        // Stripe names no reason for a lock timeout.
        if (outcome.fail.status === 429 && outcome.fail.shouldRetry !== true) {
          c.header("stripe-rate-limited-reason", "endpoint-rate");
        }
        options.onAnswer(`${call.method} ${call.path}`, refused);
        return reply(c, refused);
      }
      const text = c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search;
      const answer = await answerOnce(c, call, { text, requestId, delayMs: outcome.delayMs });
      options.onAnswer(`${call.method} ${call.path}`, answer);
      if (outcome.loseReply) {
        c.env.outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      if (answer.isReplay === true) c.header("idempotent-replayed", "true");
      if (answer.status === 429) c.header("stripe-rate-limited-reason", "resource-specific");
      return reply(c, answer);
    });
  }
  app.all("/v1/*", (c) =>
    reply(
      c,
      answerOf(
        new ApiError(
          404,
          "invalid_request_error",
          `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        ),
      ),
    ),
  );
  return app;

  function isOverLimit(endpoint: string): boolean {
    const limit = world.settings.requestsPerSecond;
    if (limit === null) return false;
    const now = world.wallClock();
    const recent = (requestTimes.get(endpoint) ?? []).filter((at) => at > now - 1_000);
    const isOver = recent.length >= limit;
    requestTimes.set(endpoint, isOver ? recent : [...recent, now]);
    return isOver;
  }

  async function answerOnce(
    c: Context<Env>,
    call: Call,
    request: { text: string; requestId: string; delayMs: number },
  ): Promise<Answer> {
    const key = call.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null;
    const work = (): Answer => {
      checkHeaders(c, key);
      const fingerprint = createHash("sha256")
        .update(`${c.req.method} ${c.req.path}\n${request.text}`)
        .digest("base64");
      const known = key === null ? undefined : world.store.get("answer", key);
      if (known !== undefined && world.wallClock() - known.at < KEY_LIFETIME_MS) {
        if (known.fingerprint === fingerprint) return { ...known, isReplay: true };
        throw new ApiError(
          400,
          "idempotency_error",
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${String(key)}' if you meant to execute a different request.`,
        );
      }
      world.cause = { id: request.requestId, idempotencyKey: key };
      try {
        return perform(call, {
          form: request.text,
          id: c.req.param("id") ?? "",
          remember: (answer) => {
            if (key !== null) {
              world.store.put("answer", {
                id: key,
                fingerprint,
                status: answer.status,
                body: answer.body,
                at: world.wallClock(),
              });
            }
          },
        });
      } finally {
        world.cause = null;
      }
    };
    if (key !== null && atWork.has(key)) {
      return answerOf(
        new ApiError(
          409,
          "idempotency_error",
          `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          { code: "idempotency_key_in_use" },
        ),
      );
    }
    if (key !== null) atWork.add(key);
    try {
      const answer = orRefusal(work);
      if (request.delayMs > 0) await options.wait(request.delayMs);
      return answer;
    } finally {
      if (key !== null) atWork.delete(key);
    }
  }

  function perform(
    call: Call,
    request: { form: string; id: string; remember: (answer: Answer) => void },
  ): Answer {
    const params = checkParams(call.params, decodeForm(request.form));
    const paths = Expanding.parse(params).expand ?? [];
    const attempt = (): Answer =>
      world.store.transaction(() => {
        const answer = keepingWork(() => {
          const result = call.run(world, params, request.id);
          return {
            status: 200,
            body: renewInvoiceUrls(world, write(expand(world, result, paths))),
          };
        });
        request.remember(answer);
        return answer;
      });
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.isUntouched) throw error;
      const answer = answerOf(error);
      world.store.transaction(() => request.remember(answer));
      return answer;
    } finally {
      options.onChange();
    }
  }

  function checkHeaders(c: Context<Env>, key: string | null): void {
    const given = bearerOf(c.req.header("authorization"));
    const isRight =
      options.secretKey === null ? /^(sk|rk)_test_/.test(given) : given === options.secretKey;
    if (given === "") {
      throw new ApiError(
        401,
        "invalid_request_error",
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        {},
        { isUntouched: true },
      );
    }
    if (!isRight) {
      throw new ApiError(
        401,
        "invalid_request_error",
        `Invalid API Key provided: ${given.slice(0, 8)}****`,
        {},
        { isUntouched: true },
      );
    }
    const version = c.req.header("stripe-version");
    if (version !== undefined && version !== API_VERSION) {
      throw paramError(
        `Invalid Stripe API version: ${version}. Only ${API_VERSION} is spoken here.`,
      );
    }
    if (key !== null && key.length > LONGEST_KEY) {
      throw paramError(`Idempotency keys must be at most ${LONGEST_KEY} characters.`);
    }
  }
}

/** An error with `keepsWork` commits; any other rolls back. */
function keepingWork(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.keepsWork) return answerOf(error);
    throw error;
  }
}

function orRefusal(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return answerOf(error);
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    return injected({ status: 500, shouldRetry: null });
  }
}

function answerOf(refusal: ApiError): Answer {
  return { status: refusal.status, body: write(refusal.toBody()) };
}

function injected({ status, shouldRetry }: Pick<ApiFailure, "status" | "shouldRetry">): Answer {
  const refusals = {
    409: new ApiError(409, "invalid_request_error", "There is another request for this object."),
    429:
      shouldRetry === true
        ? new ApiError(429, "invalid_request_error", "This object cannot be accessed right now.", {
            code: "lock_timeout",
          })
        : new ApiError(429, "invalid_request_error", "Too many requests hit the API too quickly.", {
            code: "rate_limit",
          }),
    500: new ApiError(500, "api_error", "An unknown error occurred."),
  };
  return answerOf(refusals[status]);
}

function reply(c: Context<Env>, answer: Answer): Response {
  return c.body(answer.body, answer.status as 200, { "content-type": "application/json" });
}

function write(body: object): string {
  return JSON.stringify(body, null, 2);
}

function bearerOf(header: string | undefined): string {
  const [scheme, value = ""] = (header ?? "").split(" ");
  if (scheme === "Bearer") return value;
  if (scheme !== "Basic") return "";
  return Buffer.from(value, "base64").toString("utf8").split(":")[0] ?? "";
}
