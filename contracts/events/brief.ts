import * as z from "zod";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

const businessId = z.string().regex(idPattern("business"));

export const BriefSubmitted = eventSchema(
  "BriefSubmitted",
  1,
  z.strictObject({ businessId, userId: z.uuid(), version: z.int().min(1) }),
);

const Approver = z.strictObject({
  approverId: z.string().regex(idPattern("approver")),
  userId: z.uuid(),
});

export const ApproverAdded = eventSchema("ApproverAdded", 1, Approver);

export const ApproverRemoved = eventSchema("ApproverRemoved", 1, Approver);

/** By an operator. */
export const AccountManagerAssigned = eventSchema(
  "AccountManagerAssigned",
  1,
  z.strictObject({
    userId: z.uuid(),
    /** An operator; null: nobody any more. */
    managerId: z.nullable(z.uuid()),
  }),
);
