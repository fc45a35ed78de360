import type { Queue } from "bullmq";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { useRequestContext } from "hono/jsx-renderer";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import type { MediaKeys } from "#db/content/media/media-address.ts";
import type { AddressHash } from "#db/emails/address-hash.ts";
import type { FindCustomerOfPayment } from "../billing/find-customer-of-payment.ts";
import type { TrustedProxy } from "../config.ts";
import type { Logger } from "../log.ts";
import type { RenderMailCopy } from "../mail-copies.ts";
import type { MaterialActions } from "../material/actions.ts";
import type { AuthService } from "../ports/auth-service.ts";
import type { Session } from "./session/sessions.ts";

export type OpsDeps = {
  db: Db;
  queues: readonly Queue[];
  auth: AuthService;
  secret: string;
  /** For example `https://ops.tidepost.example`; forms from any other origin are rejected. */
  origin: string;
  trustedProxy: TrustedProxy | undefined;
  siteUrl: string;
  apiUrl: string;
  mediaKeys: MediaKeys;
  material: Pick<MaterialActions, "add" | "makePortrait">;
  addressHash: AddressHash;
  renderMailCopy: RenderMailCopy;
  findCustomerOfPayment: FindCustomerOfPayment;
  now: () => Date;
  makeId: MakeId;
  log: Pick<Logger, "info" | "warn" | "error">;
};

export type SignedIn = {
  session: Session;
  csrfToken: string;
  /** False for a viewer. */
  mayAct: boolean;
  codeAtMs: number;
};

export type SentFile = { field: string; name: string; bytes: Uint8Array };

export type OpsEnv = {
  Variables: {
    requestId: string;
    siteUrl: string;
    signedIn: SignedIn | undefined;
    /** Customers whose personal data this session may show. */
    revealed: readonly { key: string; untilMs: number }[];
    /** True for a page that sends our script. */
    hasScript: boolean | undefined;
    form: URLSearchParams;
    /** The form sent these files. */
    files: readonly SentFile[];
  };
};

export type OpsContext = Context<OpsEnv>;
export type OpsMiddleware = MiddlewareHandler<OpsEnv>;

export const newRoutes = () => new Hono<OpsEnv>();

export function signedInOf(c: OpsContext): SignedIn {
  const signedIn = c.get("signedIn");
  if (signedIn === undefined) throw new Error("Bug: reached without a session");
  return signedIn;
}

/** The request whose page a component is part of. */
export const useOpsContext = () => useRequestContext<OpsEnv>();

/** The operator whose page a component is part of. */
export const useSignedIn = () => signedInOf(useOpsContext());
