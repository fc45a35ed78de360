import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { mfaFactors } from "#db/schema/accounts.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../sessions/current-user-sql.ts";

const Row = CurrentUserState.extend({
  recoveryCodes: z.nullable(z.object({ id: z.string(), remaining: z.int() })),
});

export function findRecoveryCodes(
  db: Db,
  currentUser: CurrentUserIds,
): Promise<z.infer<typeof Row>> {
  return oneRowOf(
    db,
    sql`select ${currentUserColumns(currentUser)}, (
        select jsonb_build_object('id', factor.id, 'remaining', cardinality(factor.recovery_code_hashes))
        from ${mfaFactors} factor
        where factor.user_id = ${currentUser.userId}::uuid and factor.factor_type = 'recovery_code'
      ) as recovery_codes`,
    Row,
  );
}
