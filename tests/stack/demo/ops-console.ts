import { nextOpsCode } from "../ops-account.ts";

type Fields = readonly (readonly [name: string, value: string])[];

/** How a request reaches the console: over the network, or within this process. */
export type SendToOps = (path: string, init: RequestInit) => Promise<Response>;

/** The forms of the ops console, sent as a browser sends them. */
export type OpsConsole = {
  /** @returns the page's HTML */
  read: (path: string) => Promise<string>;
  /** @returns the HTML of the answer */
  post: (path: string, fields: Fields) => Promise<string>;
  /** The same, of a form whose hidden fields are known: the page is not read before. */
  press: (path: string, fields: Fields) => Promise<string>;
  /** A form with files. */
  postFile: (path: string, files: Readonly<Record<string, File>>) => Promise<string>;
  /** The same session, with requests that go another way. */
  by: (send: SendToOps) => OpsConsole;
};

/** @param secret base32, of the operator's authenticator */
export async function signInToConsole(
  ops: string,
  operator: { email: string; password: string; secret: string },
): Promise<OpsConsole> {
  const { origin } = new URL(ops);
  const session = { origin, cookie: "", csrf: "" };
  const opened = open(session, (path, init) => fetch(new URL(path, origin), init));
  const codePage = await opened.post("/ops/sign-in", [
    ["email", operator.email],
    ["password", operator.password],
  ]);
  await opened.post("/ops/sign-in/code", [
    ...hiddenFields(codePage, "/ops/sign-in/code"),
    ["code", nextOpsCode(operator.secret, new Date())],
  ]);
  // Every page has the form that signs out.
  const [csrf] = hiddenFields(await opened.read("/ops"), "/ops/sign-out");
  session.csrf = csrf?.[1] ?? "";
  return opened;
}

function open(
  session: { origin: string; cookie: string; csrf: string },
  send: SendToOps,
): OpsConsole {
  async function ask(path: string, body: URLSearchParams | FormData): Promise<string> {
    const { origin, cookie } = session;
    const headers = { origin, cookie };
    const answer = await send(path, { method: "POST", redirect: "manual", headers, body });
    const cookies = answer.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
    if (cookies.length > 0) session.cookie = cookies.join("; ");
    const html = await answer.text();
    if (answer.status >= 400) throw new Error(`${path}: ${describe(answer.status, html)}`);
    return html;
  }

  const post: OpsConsole["post"] = (path, fields) =>
    ask(path, new URLSearchParams(fields.map(([name, value]) => [name, value])));

  return {
    async read(path) {
      const answer = await send(path, { headers: { cookie: session.cookie } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return answer.text();
    },
    post,
    press: (path, fields) => post(path, [["csrf", session.csrf], ...fields]),
    postFile(path, files) {
      const body = new FormData();
      body.set("csrf", session.csrf);
      for (const [field, file] of Object.entries(files)) body.set(field, file);
      return ask(path, body);
    },
    by: (other) => open(session, other),
  };
}

/** The hidden fields of the form with an action, the CSRF token too. */
export function hiddenFields(html: string, action: string): [string, string][] {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
  const [, , form] = forms.find(([, to]) => to === action) ?? [];
  if (form === undefined) throw new Error(`the page has no form for ${action}`);
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
}

function describe(status: number, html: string): string {
  const [, said] = /role="alert"[^>]*>([^<]*)/.exec(html) ?? [];
  return said ?? String(status);
}
