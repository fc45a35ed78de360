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

export const AccountManagerAssigned = eventSchema(
  "AccountManagerAssigned",
  1,
  z.strictObject({
    userId: z.uuid(),
    /** The operator who becomes the account manager; null when the customer has none any more. */
    managerId: z.nullable(z.uuid()),
  }),
);
