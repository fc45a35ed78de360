import type { Context } from "hono";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";

/** One way to get a session at `POST /token`. */
export type GrantHandler = (c: Context<AppEnv>, deps: AuthDeps) => Promise<Response>;
