import { createHash } from "node:crypto";
import { z } from "zod";

/** Who somebody says they are at a provider. */
export const Person = z.object({
  /** Left out, it follows from the address: the same address is the same person. */
  sub: z.string().default(""),
  email: z.string().default(""),
  /** Whether the provider has seen that the address is theirs. A form leaves it out for no. */
  email_verified: z.stringbool().default(false),
  name: z.string().default(""),
});
export type Person = z.infer<typeof Person>;

/** The people that the page offers. */
export const PEOPLE: readonly Person[] = [
  { sub: "", email: "ada@shop.example", email_verified: true, name: "Ada Byron" },
  { sub: "", email: "grace@bakery.example", email_verified: true, name: "Grace Hopper" },
  { sub: "", email: "mallory@else.example", email_verified: false, name: "Mallory (unproven)" },
];

/** The provider's name for a person. */
export function subjectOf(person: Person): string {
  if (person.sub !== "") return person.sub;
  const digest = createHash("sha256").update(`${person.email}\n${person.name}`).digest();
  // Digits alone: GitHub's names for people are numbers, and the others do not mind.
  return String(digest.readUIntBE(0, 6));
}
