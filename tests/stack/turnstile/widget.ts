/**
 * Cloudflare's `api.js` and the page in its frame, as far as the site uses them. Of Cloudflare's keys
 * for tests, 2x… always fails and 3x… needs a click. Runs in the page.
 */
function provideTurnstile(origin: string): void {
  type Parameters = {
    sitekey: string;
    action: string;
    callback: (token: string) => void;
    "error-callback": (code: string) => unknown;
  };
  const widgets = new Map<string, () => void>();
  Object.assign(window, {
    turnstile: {
      render(place: HTMLElement, parameters: Parameters): string {
        const id = `cf-chl-widget-${widgets.size}`;
        const { sitekey, action } = parameters;
        const frame = document.createElement("iframe");
        frame.title = "Widget containing a Cloudflare security challenge";
        frame.width = "300";
        frame.height = "65";
        frame.src = `${origin}/turnstile/frame?${new URLSearchParams({ sitekey, action, hostname: window.location.hostname })}`;
        const listen = ({ origin: from, source, data }: MessageEvent) => {
          if (from !== origin || source !== frame.contentWindow) return;
          if (typeof data.token === "string") parameters.callback(data.token);
          else if (parameters["error-callback"](data.error) !== true) console.warn(data.error);
        };
        window.addEventListener("message", listen);
        place.append(frame);
        widgets.set(id, () => {
          window.removeEventListener("message", listen);
          frame.remove();
        });
        return id;
      },
      remove(id: string): void {
        widgets.get(id)?.();
      },
    },
  });
}

/** Runs in the frame. */
function challenge(): void {
  const query = new URLSearchParams(window.location.search);
  const sitekey = query.get("sitekey") ?? "";
  const answer = (message: object) => window.parent.postMessage(message, "*");
  const solve = async () => {
    const body = JSON.stringify({ action: query.get("action"), hostname: query.get("hostname") });
    const response = await fetch("/turnstile/tokens", { method: "POST", body });
    answer(await response.json());
  };
  if (sitekey.startsWith("2x")) answer({ error: "300030" });
  else if (sitekey.startsWith("3x")) {
    const button = document.createElement("button");
    button.textContent = "Verify you are human";
    button.addEventListener("click", () => void solve());
    document.body.append(button);
  } else void solve();
}

export const apiScript = (origin: string): string =>
  `(${provideTurnstile.toString()})(${JSON.stringify(origin)})`;

export const FRAME_PAGE = `<!doctype html><html lang="en"><title>Turnstile</title><body><script>(${challenge.toString()})()</script></body></html>`;
