import { createRoot } from "react-dom/client";
import type { CaptchaAction } from "#contracts/api/captcha.ts";
import { CaptchaDialog } from "./components/captcha-dialog.tsx";

/** @returns null when the visitor gave up, or the site has no key */
export function solveCaptcha(action: CaptchaAction): Promise<string | null> {
  const siteKey = readSiteKey();
  if (siteKey === null) return Promise.resolve(null);
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  return new Promise((resolve) => {
    const end = (token: string | null) => {
      root.unmount();
      host.remove();
      resolve(token);
    };
    root.render(<CaptchaDialog siteKey={siteKey} action={action} onEnd={end} />);
  });
}

function readSiteKey(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="tidepost:turnstile-site-key"]');
  return meta?.content ?? null;
}
