import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import type { PromotionCodeRequest } from "#contracts/api/checkout.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { callApi } from "../../session/call-api.ts";
import { guestKey } from "../guest-key.ts";
import type { CodeDiscount } from "../promotion.ts";

/** @throws {CallError} `code_refused` says why in its message for the user */
export async function fetchDiscount(code: string): Promise<CodeDiscount> {
  const request: PromotionCodeRequest = { code };
  const [response, contract] = await Promise.all([
    withCaptcha("checkout", ({ captchaToken }) =>
      callApi("POST", "promotion-code", request, {
        "idempotency-key": guestKey(localStorageOrNull(), Date.now(), () => crypto.randomUUID()),
        ...(captchaToken !== undefined && { [CAPTCHA_HEADER]: captchaToken }),
      }),
    ),
    import("#contracts/api/checkout.ts"),
  ]);
  const answer = contract.PromotionCodeResponse.parse(await response.json());
  return {
    percentOff: answer.percent_off,
    amountOffPence: answer.amount_off_pence,
    months: answer.months,
    productIds: answer.product_ids,
    minimumPence: answer.minimum_pence,
  };
}
