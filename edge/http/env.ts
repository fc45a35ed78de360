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
    /** Budgets in which this request has reserved a mail or SMS that it has not written. */
    reserved?: readonly ("email_sent" | "sms_sent")[] | undefined;
  };
};
