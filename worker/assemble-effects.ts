import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import type { Locks } from "#db/locks.ts";
import { createStripe } from "#db/stripe/client.ts";
import { createMailer } from "./adapters/create-mailer.ts";
import { createMaterialStore } from "./adapters/material-store.ts";
import { createReporter } from "./adapters/meta.ts";
import { createSmsSender } from "./adapters/twilio.ts";
import { createStripeActions } from "./billing/stripe-actions.ts";
import type { WorkerConfig } from "./config.ts";
import { createEffects } from "./effects/catalogue.ts";
import { createEffectDeps } from "./effects/effect-deps.ts";
import type { Logger } from "./log.ts";
import { createWithholdingMailer } from "./mail/withholding-mailer.ts";
import { createMaterialActions } from "./material/actions.ts";
import { createFileChecker } from "./material/run-file-checker.ts";

type Parts = {
  readonly config: WorkerConfig;
  readonly db: Db;
  readonly locks: Locks;
  readonly log: Logger;
  readonly now: () => Date;
  readonly makeId: MakeId;
};

/** Makes all effects with the companies that they call, and hands over the parts that others use, too. */
export function assembleEffects({ config, db, locks, log, now, makeId }: Parts) {
  const stripe = createStripe(config);
  const mailer = createMailer(config);
  const addressHash = createAddressHash(config.AUTH_CODE_SECRET);
  const withholding = createWithholdingMailer({
    db,
    mailer,
    addressHash,
    teamEmail: config.TEAM_EMAIL,
    log,
    now,
  });
  const { API_URL: apiUrl, AUTH_CODE_SECRET: secret } = config;
  const store = createMaterialStore({ apiUrl, secret, now });
  const material = createMaterialActions({ db, store, checker: createFileChecker(), now });
  const effectDeps = createEffectDeps({
    db,
    config,
    now,
    makeId,
    ports: {
      mailer: withholding.mailer,
      smsSender: createSmsSender(config),
      reporter: createReporter(config),
      material,
      stripeActions: createStripeActions({
        db,
        stripe,
        locks,
        makeId,
        now,
        renewalNotices: config.RENEWAL_NOTICES,
      }),
      retryAddress: (email) => withholding.retryAddress(email),
    },
  });
  return {
    effects: createEffects(effectDeps),
    effectDeps,
    stripe,
    mailer,
    material,
    store,
    addressHash,
  };
}
