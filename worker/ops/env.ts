import type { Queue } from "bullmq";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import type { FindCustomerOfPayment } from "../billing/find-customer-of-payment.ts";
import type { Logger } from "../log.ts";
import type { RenderMailCopy } from "../mail-copies.ts";
import type { AuthService } from "./auth-service.ts";
import type { Session } from "./session.ts";

export type OpsDeps = {
  db: Db;
  /** The queues that the dashboard shows. */
  queues: readonly Queue[];
  /** Who somebody is. */
  auth: AuthService;
  /** Signs the desk's cookies, at least 32 characters; the same for every process that serves it. */
  secret: string;
  /** Where the desk is reached, for example `https://ops.tidepost.example`: forms are taken from nowhere else. */
  origin: string;
  /** The public site, to link to. */
  siteUrl: string;
  /** Writes a mail of an event again, for somebody who may read it. */
  renderEmailCopy: RenderMailCopy;
  /** Asks the payment provider whose a payment is that we know by no id of its own. */
  findCustomerOfPayment: FindCustomerOfPayment;
  now: () => Date;
  makeId: MakeId;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/** Who is signed in, and the token that their forms carry. */
export type SignedIn = { session: Session; csrfToken: string };

/** What a handler may take from its context. */
export type OpsEnv = {
  Variables: {
    requestId: string;
    /** Of the public site, for the navigation. */
    siteUrl: string;
    /** Absent on the sign-in page. */
    signedIn: SignedIn | undefined;
    /** The fields of a form whose token has been checked. */
    form: URLSearchParams;
  };
};
