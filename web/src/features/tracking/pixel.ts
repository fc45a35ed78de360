import { matchableEmail, matchableName } from "#contracts/advertising.ts";
import { PIXEL } from "../../content/pixel-provider.ts";
import { noteForeignCode } from "../../lib/navigate.ts";
import type { PixelEvent, PixelUser } from "./events.ts";

type Fbq = {
  (...args: readonly unknown[]): void;
  callMethod?: (...args: readonly unknown[]) => void;
  queue: unknown[];
  push: Fbq;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};

type Vendor = {
  fbq?: Fbq;
  _fbq?: Fbq;
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown;
  };
};

export type Pixel = {
  send(event: PixelEvent): Promise<void>;
  setConsent(given: boolean): void;
};

/** Import this module only with consent. */
export function loadPixel(pixelId: string): Pixel {
  const vendor = window as unknown as Vendor;
  const fbq = createQueue();
  vendor.fbq = fbq;
  // oxlint-disable-next-line no-underscore-dangle -- The vendor's name, from before its present one.
  vendor._fbq = fbq;
  // Disables automatic page views, clicks and form reading.
  fbq("set", "autoConfig", false, pixelId);
  fbq("init", pixelId);
  allowScripts(vendor);
  const script = document.createElement("script");
  script.async = true;
  script.src = PIXEL.script;
  document.head.append(script);
  noteForeignCode();

  return {
    async send({ name, parameters, user, eventId }) {
      if (user !== null) fbq("init", pixelId, await hashUser(user));
      fbq("track", name, parameters, { eventID: eventId });
    },
    setConsent(given) {
      fbq("consent", given ? "grant" : "revoke");
      if (!given) removeCookies();
    },
  };
}

function createQueue(): Fbq {
  const fbq = ((...args: readonly unknown[]) => {
    if (fbq.callMethod === undefined) fbq.queue.push(args);
    else fbq.callMethod(...args);
  }) as Fbq;
  fbq.queue = [];
  fbq.push = fbq;
  fbq.loaded = true;
  fbq.version = "2.0";
  fbq.disablePushState = true;
  return fbq;
}

/** Meta's script creates scripts from strings; Trusted Types allow its own origin only. */
function allowScripts({ trustedTypes }: Vendor): void {
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (url.startsWith(`${PIXEL.scripts}/`) ? url : null),
  });
}

async function hashUser({ email, firstName, lastName }: PixelUser) {
  const [em, fn, ln] = await Promise.all([
    sha256(matchableEmail(email)),
    sha256(matchableName(firstName)),
    sha256(matchableName(lastName)),
  ]);
  return { em, fn, ln };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The script sets its cookies on the widest possible domain. */
function removeCookies(): void {
  const labels = window.location.hostname.split(".");
  const domains = labels.map((_, index) => `; domain=${labels.slice(index).join(".")}`);
  for (const name of ["_fbp", "_fbc"]) {
    for (const domain of ["", ...domains]) {
      // oxlint-disable-next-line unicorn/no-document-cookie -- The Cookie Store is not everywhere yet.
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
