import { and, isNull } from "drizzle-orm";
import { promises } from "#db/schema/promises.ts";

export const isOpenPromise = and(isNull(promises.keptAt), isNull(promises.releasedAt));
