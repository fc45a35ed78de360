import { redactMessage } from "../redact-message.ts";

/** What a company answered to a failed attempt: the `cause` of its error, whose message is logged. */
export class CompanyAnswer {
  readonly httpStatus: number | null;
  /** Redacted. */
  readonly message: string | null;

  /** @param message as the company wrote it */
  constructor(httpStatus: number | null, message: unknown) {
    this.httpStatus = httpStatus;
    this.message = typeof message === "string" ? redactMessage(message) : null;
  }
}
