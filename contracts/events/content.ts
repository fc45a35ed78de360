import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

const businessId = z.string().regex(idPattern("business"));

export const BriefSubmitted = eventSchema("BriefSubmitted", {
  businessId,
  userId: z.uuid(),
  version: z.int().min(1),
});

const approver = {
  approverId: z.string().regex(idPattern("approver")),
  userId: z.uuid(),
};

export const ApproverAdded = eventSchema("ApproverAdded", approver);

export const ApproverRemoved = eventSchema("ApproverRemoved", approver);

export const AccountManagerAssigned = eventSchema("AccountManagerAssigned", {
  userId: z.uuid(),
  /** The operator who becomes the account manager; null when the customer loses theirs. */
  managerId: z.nullable(z.uuid()),
});

/** The visitor who asked for a free trial has paid: the account takes over the trial’s business. */
export const TrialAdopted = eventSchema("TrialAdopted", {
  userId: z.uuid(),
  enquiryId: z.string().regex(idPattern("submission")),
});

/** All parts of a file are here, and it can be checked. */
export const MaterialUploaded = eventSchema("MaterialUploaded", {
  userId: z.uuid(),
  mediaId: z.string().regex(idPattern("media")),
});

/** A revision after the first one corrects it. */
export const ReportPublished = eventSchema("ReportPublished", {
  userId: z.uuid(),
  /** Null when the last subscription has ended. */
  subscriptionId: z.nullable(stripeId("subscription")),
  reportId: z.string().regex(idPattern("report")),
  /** Number of the period: the first 30 days of the account are 1. */
  number: z.int().min(1),
  revision: z.int().min(1),
});
