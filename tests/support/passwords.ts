import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Argon2Parameters, createArgon2 } from "../../edge/auth/passwords/argon2.ts";
import { createPasswords } from "../../edge/auth/passwords/hash.ts";

const FILE = createRequire(import.meta.url).resolve("@phi-ag/argon2/argon2.wasm");

/** As in the edge: Node would import the file as an instance, not as a module. */
export const argon2 = createArgon2(new WebAssembly.Module(readFileSync(FILE)));

export const CHEAP: Argon2Parameters = { memory: 32, passes: 1, parallelism: 1 };

export const cheapPasswords = createPasswords(argon2, CHEAP);
