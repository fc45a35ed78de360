import { randomInt } from "node:crypto";
import type { ReceivedText } from "../stack/twilio/app.ts";
import { eventually } from "./eventually.ts";
import { thisStack } from "./this-stack.ts";

export function freshPhone(): string {
  return `447${randomInt(100_000_000, 999_999_999)}`;
}

export async function textsTo(phone: string): Promise<ReceivedText[]> {
  const answer = await fetch(new URL(`/texts.json?to=${phone}`, thisStack().inbox));
  return (await answer.json()) as ReceivedText[];
}

/** @param index 0 is the first SMS it ever received */
export async function textTo(phone: string, index = 0): Promise<ReceivedText> {
  return eventually(`text ${index + 1} to a phone`, async () => (await textsTo(phone)).at(index));
}

export function codeInText({ body }: ReceivedText): string {
  const code = /^\d{6}\b/.exec(body)?.[0];
  if (code === undefined) throw new Error("The text does not begin with a code.");
  return code;
}
