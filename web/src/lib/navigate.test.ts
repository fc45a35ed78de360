import { afterEach, expect, test, vi } from "vitest";
import { aroundNavigation } from "./navigate.ts";

afterEach(() => vi.unstubAllGlobals());

test.for(["//evil.example/pricing", "https://evil.example/", "/\\evil.example/"])(
  "the router never leaves the site for %s",
  (address) => {
    const assign = vi.fn<() => void>();
    const navigate = vi.fn<() => void>();
    vi.stubGlobal("window", {
      location: {
        href: "https://tidepost.example/confirm",
        origin: "https://tidepost.example",
        pathname: "/confirm",
        assign,
      },
    });
    expect(() => aroundNavigation(navigate, address)).toThrow("leads off the site");
    expect(assign).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  },
);
