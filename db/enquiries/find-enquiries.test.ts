import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { test } from "../../tests/support/database.ts";
import { formSubmissions } from "../schema/enquiries.ts";
import { listEnquiries } from "./find-enquiries.ts";

test("free trial of an address that asked for one before, however it is spelt: known as a further one", async ({
  db,
}) => {
  const { contact, "free-trial": trial } = SAMPLE_FORMS;
  const forms = [
    { ...contact, email: "ada@shop.example" },
    { ...trial, email: "ada@shop.example" },
    { ...trial, email: "Ada@Shop.example" },
    { ...trial, email: "grace@shop.example" },
  ];
  const rows = forms.map((payload, hour) => ({
    id: `sub_${hour}`,
    idempotencyKey: randomUUID(),
    formType: payload.form_type,
    email: payload.email,
    payload,
    createdAt: `2026-11-20T0${hour}:00:00.000Z`,
  }));
  await db.insert(formSubmissions).values(rows);
  const found = await listEnquiries(
    db,
    rows.map(({ id }) => id),
  );
  expect(found.filter(({ isFurtherTrial }) => isFurtherTrial)).toMatchObject([{ id: "sub_2" }]);
});
