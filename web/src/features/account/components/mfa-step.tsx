import { Loading } from "../../../ui/loading.tsx";
import { part } from "../../../ui/part.tsx";

/** Fetches the form when a second factor is due. */
export const MfaStep = part(
  async () => (await import("./mfa-challenge-form.tsx")).MfaChallengeForm,
  <Loading />,
);
