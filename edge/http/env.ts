import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { EventContext } from "#contracts/events/new-event.ts";
import type { RequestId } from "#contracts/ids.ts";
import type { Publish } from "../adapters/publish.ts";
import type { Logger } from "./logger.ts";

/** All mails share one sender's reputation, all SMS one bill. */
export type Channel = "email" | "sms";

export type Reservation = { channel: Channel; isProven: boolean };

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

export type AppContext = Context<AppEnv>;
export type AppMiddleware = MiddlewareHandler<AppEnv>;

export const newRoutes = () => new Hono<AppEnv>();
