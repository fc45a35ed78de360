import argon2 from "@phi-ag/argon2/argon2.wasm";
import { createArgon2 } from "./auth/passwords/argon2.ts";
import { createPasswords } from "./auth/passwords/hash.ts";
import { compose } from "./compose.ts";

export { EventPublisher } from "./adapters/event-publisher.ts";
export { LimitCounter } from "./auth/limits/counter-object.ts";

// One per isolate.
let application: ReturnType<typeof compose> | undefined;

export default {
  fetch(request, env, context) {
    application ??= compose(env, createPasswords(createArgon2(argon2)));
    return application.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
