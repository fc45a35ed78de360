import type { EventContext } from "#contracts/events/new-event.ts";
import type { RequestId } from "#contracts/ids.ts";
import type { Publish } from "../adapters/publish.ts";
import type { Reservation } from "../auth/limits/send-budget.ts";
import type { Logger } from "./logger.ts";

export type AppEnv = {
  Variables: {
    requestId: RequestId;
    log: Logger;
    events: EventContext;
    publish: Publish["now"];
    /** Mails and SMS that this request has reserved and not written. */
    reserved?: readonly Reservation[];
  };
};
