import { nextOpsCode } from "../ops-account.ts";

type Fields = readonly (readonly [name: string, value: string])[];

/** The forms of the ops console, sent as a browser sends them. */
export type OpsConsole = {
  /** @returns the page's HTML */
  read: (path: string) => Promise<string>;
  /** @returns the HTML of the answer */
  post: (path: string, fields: Fields) => Promise<string>;
  /** @returns the id of a file that is added to a customer's library */
  addFile: (path: string, csrf: string, file: File) => Promise<string>;
};

/** @param secret base32, of the operator's authenticator */
export async function signInToConsole(
  ops: string,
  operator: { email: string; password: string; secret: string },
): Promise<OpsConsole> {
  const { origin } = new URL(ops);
  let cookie = "";

  async function post(path: string, fields: Fields): Promise<string> {
    const answer = await fetch(new URL(path, origin), {
      method: "POST",
      redirect: "manual",
      headers: { origin, cookie },
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
    });
    const cookies = answer.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
    if (cookies.length > 0) cookie = cookies.join("; ");
    const html = await answer.text();
    if (answer.status >= 400) throw new Error(`${path}: ${describe(answer.status, html)}`);
    return html;
  }

  async function addFile(path: string, csrf: string, file: File): Promise<string> {
    const body = new FormData();
    body.set("csrf", csrf);
    body.set("file", file);
    const headers = { origin, cookie, accept: "application/json" };
    const answer = await fetch(new URL(path, origin), { method: "POST", headers, body });
    const { id } = (await answer.json()) as { id?: string };
    if (id === undefined) throw new Error(`${path} did not take ${file.name}`);
    return id;
  }

  async function read(path: string): Promise<string> {
    const answer = await fetch(new URL(path, origin), { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.text();
  }

  const codePage = await post("/ops/sign-in", [
    ["email", operator.email],
    ["password", operator.password],
  ]);
  await post("/ops/sign-in/code", [
    ...hiddenFields(codePage, "/ops/sign-in/code"),
    ["code", nextOpsCode(operator.secret, new Date())],
  ]);
  return { read, post, addFile };
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
