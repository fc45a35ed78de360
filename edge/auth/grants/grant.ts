import type { Context } from "hono";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";

export type GrantHandler = (c: Context<AppEnv>, deps: AuthDeps) => Promise<Response>;
