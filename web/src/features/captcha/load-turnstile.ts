import { CAPTCHA } from "../../content/captcha-provider.ts";
import { noteForeignCode } from "../../lib/navigate.ts";

const TIMEOUT_MS = 15_000;

type Turnstile = {
  /** @returns undefined when the widget cannot be drawn */
  render(
    place: HTMLElement,
    parameters: {
      readonly sitekey: string;
      readonly action: string;
      readonly theme: "auto";
      /** `flexible` needs 300 px. */
      readonly size: "flexible" | "compact";
      readonly retry: "never";
      readonly "response-field": false;
      readonly callback: (token: string) => void;
      /** True keeps the error out of the console: the page shows it. */
      readonly "error-callback": () => true;
      readonly "unsupported-callback": () => void;
    },
  ): string | null | undefined;
  remove(widgetId: string): void;
};

type Vendor = {
  turnstile?: Turnstile;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
};

/**
 * Fetches Cloudflare's script, once per document.
 * @throws when it is blocked, or takes more than 15 seconds
 */
export async function loadTurnstile(): Promise<Turnstile> {
  const vendor = window as unknown as Vendor;
  if (vendor.turnstile === undefined) await loadScript(vendor);
  if (vendor.turnstile === undefined) throw new Error("Turnstile did not start.");
  return vendor.turnstile;
}

async function loadScript({ trustedTypes }: Vendor): Promise<void> {
  const script = document.createElement("script");
  script.async = true;
  const policy = trustedTypes?.createPolicy("turnstile", { createScriptURL: () => CAPTCHA.script });
  script.src = policy?.createScriptURL("") ?? CAPTCHA.script;
  noteForeignCode();
  try {
    await new Promise((resolve, reject) => {
      script.addEventListener("load", resolve);
      script.addEventListener("error", reject);
      setTimeout(reject, TIMEOUT_MS);
      document.head.append(script);
    });
  } catch {
    script.remove();
    throw new Error("Turnstile did not load.");
  }
}
