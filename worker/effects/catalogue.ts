import type { Submission } from "#db/submissions/load-submissions.ts";
import type { Mailer } from "../mail/mailer.ts";
import { audit } from "./audit.ts";
import { autoReply } from "./auto-reply.ts";
import type { EffectCatalogue } from "./effect.ts";
import { teamMail } from "./team-mail.ts";

export type EffectDeps = {
  mailer: Mailer;
  /** @throws {Error} when there is no such submission */
  loadSubmission: (id: string) => Promise<Submission>;
  teamEmail: string;
  siteUrl: string;
  opsUrl: string;
};

/** What happens next, for every event. */
export function createEffects(deps: EffectDeps): EffectCatalogue {
  return {
    ContactSubmitted: {
      "team-mail": teamMail(deps),
      "auto-reply": autoReply(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
  };
}
