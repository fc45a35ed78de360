import type { Submission } from "#db/submissions/load-submissions.ts";
import type { ConversionReporter } from "../conversions/reporter.ts";
import type { Mailer } from "../mail/mailer.ts";
import { audit } from "./audit.ts";
import { autoReply } from "./auto-reply.ts";
import type { EffectCatalogue } from "./effect.ts";
import { leadConversion } from "./lead-conversion.ts";
import { teamMail } from "./team-mail.ts";

export type EffectDeps = {
  mailer: Mailer;
  /** Null when no advertiser is configured. */
  reporter: ConversionReporter | null;
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
      "lead-conversion": leadConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
  };
}
