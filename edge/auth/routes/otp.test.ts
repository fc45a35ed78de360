import { expect } from "vitest";
import { test } from "../../../tests/support/auth-edge.ts";

test("twenty concurrent email sign-ins: create one account and send one email", async ({
  edgeWith,
  database,
}) => {
  const edge = edgeWith({ MAILER_AUTOCONFIRM: "false" });
  const body = { email: "ada@shop.example" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => edge.call("POST", "/otp", { body })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await database.query("select type from outbox_events order by type");
  expect(rows).toEqual([{ type: "AccountCreated" }, { type: "AuthMailRequested" }]);
});
