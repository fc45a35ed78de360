import * as z from "zod";
import { eventSchema } from "./envelope.ts";
import { CONTACT_CHANNELS } from "./promises.ts";

/** Calendly's id of the invitation; a call that is moved is cancelled, and booked under another id. */
const CallId = z.string().regex(/^call_[\w-]{1,90}$/);

/** Somebody booked a call in the calendar. */
export const CallBooked = eventSchema("CallBooked", { callId: CallId, startsAt: z.iso.datetime() });

/** The visitor or the team cancelled it. */
export const CallCancelled = eventSchema("CallCancelled", { callId: CallId });

/** An operator has held the call. */
export const CallHeld = eventSchema("CallHeld", {
  callId: CallId,
  channel: z.enum(CONTACT_CHANNELS),
});
