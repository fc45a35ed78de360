import { afterEach, describe, expect, vi } from "vitest";
import { failureOf, test } from "../tests/support/serving.ts";
import { createMaterialStore } from "./adapters/material-store.ts";
import { watchEdge } from "./watch.ts";

const storeAt = (apiUrl: string) =>
  createMaterialStore({ apiUrl, secret: "c".repeat(32), now: () => new Date() });

describe("the probe", () => {
  test("challenge page of Cloudflare: named as such", async ({ serving }) => {
    const url = await serving((_, response) => {
      response.writeHead(403, { "cf-mitigated": "challenge", "content-type": "text/html" });
      response.end("<!doctype html><title>Just a moment...</title>");
    });
    const error = await failureOf(storeAt(url).probe());
    expect(error.message).toBe("cloudflare_challenge_403");
  });

  test("key that the edge does not take: a refusal, no empty list", async ({ serving }) => {
    const url = await serving((_, response) => response.writeHead(404).end());
    expect((await failureOf(storeAt(url).probe())).message).toBe("material_store_404");
  });

  test("page that answers 200 in place of the API: fails", async ({ serving }) => {
    const url = await serving((_, response) => response.end("<!doctype html>"));
    expect(await failureOf(storeAt(url).probe())).toBeInstanceOf(Error);
  });

  test("asks what the worker signed, and takes an empty list", async ({ serving }) => {
    const asked: string[] = [];
    const url = await serving((request, response) => {
      asked.push(request.url ?? "");
      response.end(JSON.stringify({ objects: [], next: null }));
    });
    await storeAt(url).probe();
    expect(asked).toEqual([expect.stringMatching(/^\/media\?under=probe%2F&until=\d+&key=.+/)]);
  });
});

describe("the watch", () => {
  afterEach(() => void vi.useRealTimers());

  async function refusalAfter(minutes: number, ask: () => Promise<void>) {
    vi.useFakeTimers();
    const watch = watchEdge(ask);
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    await watch.stop();
    return watch.refusal();
  }
  const refuses = () => Promise.reject(new Error("cloudflare_challenge_403"));

  test("tells of a refusal that lasts for minutes, and of none before or after", async () => {
    expect(await refusalAfter(1, refuses)).toBeNull();
    expect(await refusalAfter(2, refuses)).toContain("cloudflare_challenge_403");
    let asked = 0;
    const recovers = () => ((asked += 1) < 5 ? refuses() : Promise.resolve());
    expect(await refusalAfter(6, recovers)).toBeNull();
  });
});
