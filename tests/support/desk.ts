import { randomBytes } from "node:crypto";
import type { Queue } from "bullmq";
import { Hono } from "hono";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { createOpsApp } from "../../worker/ops/app.tsx";

export const DESK_ORIGIN = "https://ops.tidepost.example";
export const DESK_PASSWORD = "correct horse battery staple";

export type DeskInit = Omit<RequestInit, "headers"> & {
  headers?: Record<string, string>;
  /** Where the connection comes from. */
  address?: string;
};

/** Opens the desk as the worker mounts it, with a clock that the test moves and a log that it reads. */
export function openDesk(given: { db: Db; queues?: readonly Queue[]; origin?: string }) {
  let nowMs = Date.parse("2026-11-20T23:13:00Z");
  const lines: { level: string; name: string; fields: unknown }[] = [];
  const write = (level: string) => (fields: unknown, name?: string) => {
    lines.push({ level, name: name ?? "", fields });
  };
  const now = () => new Date(nowMs);
  const origin = given.origin ?? DESK_ORIGIN;
  const ops = createOpsApp({
    db: given.db,
    queues: given.queues ?? [],
    password: DESK_PASSWORD,
    origin,
    siteUrl: "https://tidepost.example",
    now,
    makeId: (kind) => makeId(kind, nowMs, randomBytes(ID_RANDOM_BYTES)),
    log: { info: write("info"), warn: write("warn"), error: write("error") },
  });
  const app = new Hono().route("/ops", ops);

  async function request(path: string, init: DeskInit = {}): Promise<Response> {
    const { address = "192.0.2.1", ...rest } = init;
    const incoming = { socket: { remoteAddress: address } };
    return app.request(`${origin}${path}`, rest, { incoming });
  }

  function post(path: string, fields: Iterable<[string, string]>, init: DeskInit = {}) {
    return request(path, {
      method: "POST",
      body: new URLSearchParams([...fields]),
      ...init,
      headers: { origin, ...init.headers },
    });
  }

  const desk = {
    routes: ops.routes,
    lines,
    request,
    post,
    wait(ms: number): void {
      nowMs += ms;
    },
    enter: (fields: Record<string, string>, init: DeskInit = {}) =>
      post(
        "/ops/sign-in",
        Object.entries({ name: "Ada", password: DESK_PASSWORD, ...fields }),
        init,
      ),
    /** Signs somebody in and acts for them as their browser would. */
    async signIn(name = "Ada") {
      const answer = await desk.enter({ name });
      const cookie = cookieOf(answer);
      const get = (path: string, init: DeskInit = {}) =>
        request(path, { ...init, headers: { cookie, ...init.headers } });
      const html = await (await get("/ops/sign-in-is-over")).text();
      const [, token = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
      return {
        cookie,
        token,
        get,
        send: (path: string, fields: Iterable<[string, string]>, init: DeskInit = {}) =>
          post(path, [["csrf", token], ...fields], {
            ...init,
            headers: { cookie, ...init.headers },
          }),
      };
    },
  };
  return desk;
}

/** The first cookie that an answer sets, as a browser would send it back. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
