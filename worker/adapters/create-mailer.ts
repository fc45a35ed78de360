import { connectDatabase } from "#db/connect.ts";
import { openLocks } from "#db/locks.ts";
import type { WorkerConfig } from "../config.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createEmailJsMailer } from "./emailjs.ts";
import { openQueueBackend, type QueueBackendOptions } from "./queue-backend.ts";
import { requireSetting } from "./require-setting.ts";
import { createResendMailer } from "./resend.ts";

/** @throws {SettingsError} naming the setting that the transport lacks */
export function createMailer(config: WorkerConfig): Mailer {
  switch (config.MAIL_TRANSPORT) {
    case "resend":
      return createResendMailer({
        apiKey: requireSetting(config, "RESEND_API_KEY", "Resend needs an API key"),
        from: config.MAIL_FROM,
        baseUrl: config.RESEND_BASE_URL,
      });
    case "emailjs":
      return createEmailJsMailer(config);
  }
}

// A dozen concurrent statements saturate two cores of Postgres.
const POOLED_MAX = 12;

// Eight direct connections with the relay's listener, the locks, and three of a queue in
// PostgreSQL: 0.25 compute units of Neon have 97.
const DIRECT_MAX = { redis: 6, postgres: 3 } as const;

/** Opens all connections of a worker to Postgres and Redis, but for the relay's listener. */
export function openConnections(
  config: QueueBackendOptions & Pick<WorkerConfig, "DATABASE_POOL_URL">,
) {
  const { DATABASE_URL, DATABASE_POOL_URL, onError } = config;
  const backend = openQueueBackend(config);
  const isPooled = DATABASE_POOL_URL !== undefined;
  const database = connectDatabase(DATABASE_POOL_URL ?? DATABASE_URL, {
    max: isPooled ? POOLED_MAX : DIRECT_MAX[backend.kind],
    applicationName: "tidepost-worker",
    isPooled,
    onError,
  });
  return { backend, database, locks: openLocks(DATABASE_URL, { onError }) };
}
