import { randomUUID } from "node:crypto";
import type { Db } from "#db/client.ts";
import type { AuthService } from "./auth-service.ts";
import { insertAccountRow } from "./customer-rows.ts";

/** A new account, with what the API answers its owner. */
export async function newPerson(auth: AuthService, db: Db) {
  const email = `${randomUUID()}@shop.example`;
  const userId = await insertAccountRow(db, { email, isProven: true });
  const token = () => auth.sign({ sub: userId, email });
  const ask = async (method: string, path: string, body?: unknown) =>
    auth.ask(method, path, { token: await token(), body });
  return { userId, email, token, ask };
}
