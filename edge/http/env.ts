import type { EventContext } from "#contracts/events/new-event.ts";
import type { RequestId } from "#contracts/ids.ts";
import type { Publish } from "../adapters/publish.ts";
import type { Logger } from "./logger.ts";

export type AppEnv = {
  Variables: {
    requestId: RequestId;
    log: Logger;
    events: EventContext;
    publish: Publish["now"];
    /** Budgets from which this request reserved a mail or text that it has not written yet. */
    unspent?: readonly ("email_sent" | "sms_sent")[] | undefined;
  };
};
