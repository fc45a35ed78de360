import { createMailer } from "../adapters/create-mailer.ts";
import type { WorkerConfig } from "../config.ts";
import { describeError } from "../describe-error.ts";
import { createAlertChannels } from "./channels.ts";
import { createHeartbeat } from "./heartbeat.ts";

type TestedChannel = { name: string; isAccepted: boolean; answer: string };

/** Sends a test alert through every configured channel, and one heartbeat. */
export async function testChannels(config: WorkerConfig, now: Date): Promise<TestedChannel[]> {
  const alert = {
    cause: "test",
    count: 1,
    example: "",
    alertedAt: now.toISOString(),
    since: null,
    detail: null,
    endedAt: null,
  };
  const heartbeat = createHeartbeat(config.HEARTBEAT_URL);
  const tests = [
    ...createAlertChannels(config, createMailer(config)).map((channel) => ({
      name: channel.name,
      send: () => channel.send([alert]),
    })),
    ...(heartbeat === null ? [] : [{ name: "heartbeat", send: () => heartbeat.send() }]),
  ];
  return Promise.all(
    tests.map(async ({ name, send }) => {
      try {
        return { name, isAccepted: true, answer: await send() };
      } catch (error) {
        return { name, isAccepted: false, answer: describeError(error) };
      }
    }),
  );
}
