import * as z from "zod";
import { eventSchema } from "./envelope.ts";

const ACCOUNT_ORIGINS = [
  "email",
  "phone",
  "anonymous",
  "provider",
  "sso",
  "web3",
  "admin",
] as const;

export const AccountCreated = eventSchema(
  "AccountCreated",
  1,
  z.strictObject({ userId: z.uuid(), origin: z.enum(ACCOUNT_ORIGINS) }),
);
