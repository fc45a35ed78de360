import { afterEach, expect, test, vi } from "vitest";
import { fetchAuthSettings } from "./account-api.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("auth settings: asked again after a failure, and once after success", async () => {
  vi.stubGlobal("document", { querySelector: () => ({ content: "https://api.tidepost.example" }) });
  const answers = [
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => Promise.resolve(new Response("{}", { status: 503 })),
    () => Promise.resolve(Response.json({ passkeys_enabled: true })),
  ];
  const request = vi.fn<() => Promise<Response>>(
    () => answers.shift()?.() ?? Promise.reject(new Error("One too many.")),
  );
  vi.stubGlobal("fetch", request);
  const found = [];
  for (let call = 0; call < 4; call += 1) found.push((await fetchAuthSettings()).hasPasskeys);
  expect(found).toEqual([false, false, true, true]);
  expect(request).toHaveBeenCalledTimes(3);
});
