import { createHash } from "node:crypto";
import * as z from "zod";

export const Person = z.object({
  /** Derived from the address by default. */
  sub: z.string().default(""),
  email: z.string().default(""),
  /** An unchecked checkbox is absent from a form. */
  email_verified: z.stringbool().default(false),
  name: z.string().default(""),
});
export type Person = z.infer<typeof Person>;

export const PEOPLE: readonly Person[] = [
  { sub: "", email: "ada@shop.example", email_verified: true, name: "Ada Byron" },
  { sub: "", email: "grace@bakery.example", email_verified: true, name: "Grace Hopper" },
  { sub: "", email: "mallory@else.example", email_verified: false, name: "Mallory (unproven)" },
];

export function subjectOf(person: Person): string {
  if (person.sub !== "") return person.sub;
  const digest = createHash("sha256").update(`${person.email}\n${person.name}`).digest();
  // Digits only, because GitHub's user ids are numbers.
  return String(digest.readUIntBE(0, 6));
}
