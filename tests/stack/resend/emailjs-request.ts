import * as z from "zod";

// EmailJS gets template parameters instead of an email. The emulator has no templates, so it shows
// the parameters.

const EmailJsRequest = z.looseObject({
  lib_version: z.string().optional(),
  user_id: z.string().optional(),
  service_id: z.string().optional(),
  template_id: z.string().optional(),
  template_params: z.record(z.string(), z.unknown()).optional(),
});

export interface EmailJsAccount {
  readonly userId: string;
  readonly serviceId: string;
  readonly templateIds: readonly string[];
}

interface EmailJsMail {
  readonly to: string;
  readonly from: string;
  readonly replyTo: null;
  readonly subject: string;
  readonly html: null;
  readonly text: string;
  readonly template: { id: string; params: Record<string, unknown> };
  readonly libVersion: string;
}

export function parseEmailJsRequest(
  body: string,
  account: EmailJsAccount,
): EmailJsMail | { status: 400 | 403; text: string } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = null;
  }
  const parsed = EmailJsRequest.safeParse(json);
  if (!parsed.success) return { status: 400, text: "The parameters are invalid." };
  const {
    user_id,
    service_id,
    template_id,
    template_params: params = {},
    lib_version,
  } = parsed.data;
  if (user_id === undefined || user_id === "")
    return { status: 403, text: "The Public Key is required." };
  if (user_id !== account.userId) return { status: 400, text: "The Public Key is invalid." };
  if (service_id !== account.serviceId) return { status: 400, text: "The service ID not found." };
  if (template_id === undefined || !account.templateIds.includes(template_id)) {
    return { status: 400, text: "The template ID not found." };
  }
  return {
    to: textParam(params, ["to_email", "email"]) ?? "(as the template says)",
    from: "(as the template says)",
    replyTo: null,
    subject: textParam(params, ["summary", "subject"]) ?? `(as template ${template_id} says)`,
    html: null,
    text: listParams(params),
    template: { id: template_id, params },
    libVersion: lib_version ?? "",
  };
}

function textParam(
  params: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | null {
  for (const name of names) {
    const value = params[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

function listParams(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
