/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { ANSWER_KEYS } from "#contracts/content/brief-answers.ts";
import { ANSWER_LABELS } from "#contracts/messages/brief.ts";
import type { SubmittedBrief } from "#db/ops/find-submitted-brief.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { redactEmail, redactName } from "./redact.ts";

const orNothing = (answer: string) => (answer === "" ? "(nothing)" : answer);

/** Answers are personal data: a business is often a person. */
export const Brief: FC<{ brief: SubmittedBrief; isRevealed: boolean }> = ({
  brief: { version, submittedAt, answers, before, approvers },
  isRevealed,
}) => {
  const shown = ANSWER_KEYS.filter((key) => answers[key] !== "" || (before?.[key] ?? "") !== "");
  return (
    <section id="brief">
      <h2>Brief</h2>
      <p class="quiet">
        Version {version}, sent <TimeLabel iso={submittedAt} />
        {isRevealed ? "" : ". Reveal personal data to read it."}
      </p>
      <dl class="brief">
        {shown.map((key) => {
          const earlier = before?.[key];
          // Every page names the business.
          const isShown = isRevealed || key === "businessName";
          const isChanged = earlier !== undefined && earlier !== answers[key];
          return (
            <Fact key={key} name={ANSWER_LABELS[key]}>
              {isChanged ? <strong>Changed. </strong> : null}
              {isShown ? orNothing(answers[key]) : "•••"}
              {isChanged && isRevealed ? <del>{orNothing(earlier)}</del> : null}
            </Fact>
          );
        })}
        <Fact name="May also approve">
          {approvers.length === 0 ? "nobody" : null}
          {approvers.map(({ id, name, email }) => (
            <div key={id}>
              <bdi>{isRevealed ? name : redactName(name)}</bdi>{" "}
              <code>{isRevealed ? email : redactEmail(email)}</code>
            </div>
          ))}
        </Fact>
      </dl>
    </section>
  );
};
