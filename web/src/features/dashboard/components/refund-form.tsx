import type { FormEvent } from "react";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { REFUND_MESSAGE_MAX } from "#contracts/text.ts";
import { readText } from "../../../lib/json.ts";
import { type Action, success } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { useFormDraft } from "../../session/form-draft.ts";
import { requestRefund } from "../dashboard-api.ts";
import { useDashboard } from "../dashboard-context.ts";

type RefundFormProps = { subscriptionId: string; action: Action };

export function RefundForm({ subscriptionId, action }: RefundFormProps) {
  const { user, readAgain } = useDashboard();
  const { fill, save, forget } = useFormDraft("refund", user.id);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const message = readText(new FormData(event.currentTarget), "message");
    void action.run(apiErrors(DASHBOARD_MESSAGES.refundFailed), async () => {
      const userMessage = await requestRefund(subscriptionId, message);
      forget();
      await readAgain();
      return success(userMessage);
    });
  }

  return (
    <form
      ref={fill}
      onInput={(event) => save(event.currentTarget)}
      onSubmit={send}
      className="mt-5"
    >
      <TextArea
        label="Anything you’d like us to know"
        name="message"
        maxLength={REFUND_MESSAGE_MAX}
        disabled={action.isRunning}
      />
      <Button type="submit" variant="secondary" disabled={action.isRunning} className="mt-5">
        {action.isRunning ? "One moment..." : "Send my request"}
      </Button>
    </form>
  );
}
