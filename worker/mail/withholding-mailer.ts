import type { Db } from "#db/client.ts";
import type { AddressHash } from "#db/emails/address-hash.ts";
import { retryAddress } from "#db/emails/change-undeliverable.ts";
import {
  listUndeliverableAddresses,
  type UndeliverableAddress,
} from "#db/emails/find-undeliverable.ts";
import type { Logger } from "../log.ts";
import { batchedById } from "../pipeline/batch.ts";
import type { Mailer } from "../ports/mailer.ts";

const BATCH_MAX = 100;

type Deps = {
  db: Db;
  mailer: Mailer;
  addressHash: AddressHash;
  teamEmail: string;
  log: Pick<Logger, "info">;
  now: () => Date;
};

/** The mailer of all effects: it sends nothing to an address that bounced, complained, or that Resend suppresses. */
export function createWithholdingMailer({ db, mailer, addressHash, teamEmail, log, now }: Deps) {
  const findByHash = batchedById((hashes) => listUndeliverableAddresses(db, hashes), BATCH_MAX);
  const find = (email: string): Promise<UndeliverableAddress | null> =>
    findByHash(addressHash.of(email));
  return {
    mailer: {
      ...mailer,
      async send(mail, idempotencyKey) {
        // Resend decides about the team's own: a wrong row here must not hide enquiries.
        const known = mail.to === teamEmail ? null : await find(mail.to);
        if (known !== null) return { externalId: null, withheld: known.reason };
        return mailer.send(mail, idempotencyKey);
      },
    } satisfies Mailer,
    /**
     * Before a code that somebody asked for: Resend forgets the bounce of the address, once, because the mailbox may work
     * again. Never after a complaint.
     */
    async retryAddress(email: string): Promise<void> {
      const known = await find(email);
      if (known?.reason !== "bounced" || known.retriedAt !== null) return;
      if ((await mailer.removeSuppression?.(email)) === false) return;
      await retryAddress(db, { addressHash: known.id, at: now().toISOString() });
      log.info({ addressHash: known.id }, "address_retried");
    },
  };
}
