import type { RequestId } from "#contracts/ids.ts";
import type { Logger } from "./logger.ts";

/** What every handler may read from Hono's context. */
export type AppEnv = {
  Variables: {
    requestId: RequestId;
    log: Logger;
  };
};
