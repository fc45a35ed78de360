import argon2 from "@phi-ag/argon2/argon2.wasm";
import type { ErrorCode } from "#contracts/errors.ts";
import { SettingsError } from "#contracts/settings-error.ts";
import { createArgon2 } from "./auth/passwords/argon2.ts";
import { createPasswords } from "./auth/passwords/hash.ts";
import { compose } from "./compose.ts";

export { EventPublisher } from "./adapters/event-publisher.ts";
export { LimitCounter } from "./auth/limits/counter-object.ts";

// One per isolate.
let application: ReturnType<typeof compose> | undefined;

export default {
  fetch(request, env, context) {
    try {
      application ??= compose(env, createPasswords(createArgon2(argon2)));
    } catch (error) {
      if (error instanceof SettingsError) return notConfigured(error);
      throw error;
    }
    return application.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;

function notConfigured({ message }: SettingsError): Response {
  const error = `${message}; on a laptop start \`npm run services\`, then \`npx wrangler dev\` again.`;
  // oxlint-disable-next-line no-console -- the logger needs settings
  console.error(error);
  return Response.json(
    { error, code: "not_configured" satisfies ErrorCode },
    { status: 503, headers: { "Cache-Control": "no-store" } },
  );
}
