import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { ID_RANDOM_BYTES, type MakeId, makeId } from "#contracts/ids.ts";
import { createMediaKeys } from "#db/content/media/media-address.ts";
import { recordScheduleFailure } from "#db/events/record-failures.ts";
import { openConnections } from "./adapters/create-mailer.ts";
import { createEdgeAuth } from "./adapters/edge-auth.ts";
import { createAlertChannels, warnOfLoneChannel, createHeartbeat } from "./alerts/channels.ts";
import { startAlertWatch } from "./alerts/watch.ts";
import { assembleEffects } from "./assemble-effects.ts";
import { createFindCustomerOfPayment } from "./billing/find-customer-of-payment.ts";
import { readWorkerConfig } from "./config.ts";
import { createConnectionErrorLog } from "./connection-error-log.ts";
import { queuesOf } from "./effects/catalogue.ts";
import { createHttpApp } from "./http.ts";
import { createLog } from "./log.ts";
import { createRenderMailCopy } from "./mail-copies.ts";
import { createMetrics } from "./metrics.ts";
import { createOpsApp } from "./ops/app.tsx";
import { startBulkReplays } from "./ops/events/run-bulk-replays.ts";
import { startPipeline } from "./pipeline/start-pipeline.ts";
import { checkDriftNightly, checkInvariants } from "./schedules/checks.ts";
import {
  cleanUpAccounts,
  cleanUpRecords,
  deleteUnusedCustomers,
  removeObjects,
} from "./schedules/clean-ups.ts";
import { noticeSchedules } from "./schedules/notices.ts";
import { startSchedules } from "./schedules/start-schedules.ts";
import { shutDownOnSignal } from "./shutdown.ts";
import { systemEvent } from "./system-event.ts";
import { createSpanExport } from "./tracing/span-export.ts";
import { NO_SPANS } from "./tracing/spans.ts";
import { watchEdge, watchQueue } from "./watch.ts";

const config = readWorkerConfig(process.env);
// Containers share pids, and a machine its name.
const worker = `${hostname()}.${process.pid}.${randomBytes(3).toString("hex")}`;
const log = createLog(config.LOG_LEVEL);
const now = () => new Date();
const newId: MakeId = (kind) => makeId(kind, now().getTime(), randomBytes(ID_RANDOM_BYTES));
const onError = createConnectionErrorLog({ log, now });

const { backend, database, locks } = openConnections({ ...config, onError });
const { db } = database;
const { queues } = backend;
const allQueues = Object.values(queues);
const metrics = createMetrics({ db, queues: allQueues, apiUrl: config.API_URL });

const assembled = assembleEffects({ config, db, locks, log, now, makeId: newId });
const { effects, effectDeps, stripe, mailer, material, store, addressHash } = assembled;

const spans =
  config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? NO_SPANS
    : await createSpanExport({
        endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: config.OTEL_EXPORTER_OTLP_HEADERS,
        sampleRatio: config.OTEL_TRACES_SAMPLER_ARG,
        now,
        log,
      });

const pipeline = startPipeline({
  db,
  databaseUrl: config.DATABASE_URL,
  backend,
  effects,
  log,
  metrics,
  now,
  worker,
  spans,
});

const stopSchedules = startSchedules({
  backend,
  now,
  log,
  onFailed: (schedule, failedIds) =>
    recordScheduleFailure(
      db,
      systemEvent({ makeId: newId, now }, "schedules", "ScheduleFailed", {
        schedule,
        failedIds: [...failedIds],
      }),
    ),
  schedules: {
    "clean-up-accounts": cleanUpAccounts({ db, now, wait: delay }),
    "clean-up-records": cleanUpRecords({ db, now, wait: delay }),
    "remove-objects": removeObjects({ material }),
    "check-invariants": checkInvariants({ db, now }),
    ...noticeSchedules({ db, makeId: newId, now, teamMailsPerHour: config.TEAM_MAILS_PER_HOUR }),
    ...(stripe !== null && {
      "delete-unused-customers": deleteUnusedCustomers({ db, stripe, now }),
      "check-drift": checkDriftNightly({
        db,
        stripe,
        makeId: newId,
        now,
        wait: delay,
        onUnknown: (subscriptionId) => log.warn({ subscriptionId }, "billing_customer_unknown"),
      }),
    }),
  },
});

const queueWatch = watchQueue({ checkWritable: backend.checkWritable, now });
const edgeWatch = watchEdge(() => store.probe());
const channels = createAlertChannels(config, mailer);
warnOfLoneChannel(config, log);
const stopAlertWatch = startAlertWatch({
  db,
  channels,
  queues: queuesOf(effects),
  queueRefusal: queueWatch.refusal,
  edgeRefusal: edgeWatch.refusal,
  heartbeat: createHeartbeat(config.HEARTBEAT_URL),
  log,
  now,
});

const stopBulkReplays = startBulkReplays({ db, makeId: newId, log });

const ops = createOpsApp({
  db,
  queues: allQueues,
  auth: createEdgeAuth(config.API_URL),
  secret: config.OPS_SECRET,
  origin: new URL(config.OPS_URL).origin,
  trustedProxy: config.TRUSTED_PROXY,
  siteUrl: config.SITE_URL,
  apiUrl: config.API_URL,
  mediaKeys: createMediaKeys(config.AUTH_CODE_SECRET),
  material,
  addressHash,
  renderMailCopy: createRenderMailCopy(effectDeps),
  findCustomerOfPayment: createFindCustomerOfPayment(stripe, onError),
  now,
  makeId: newId,
  log,
});
const server = serve({
  fetch: createHttpApp({ db, metrics, ops, isQueueStuck: queueWatch.isStuck }).fetch,
  ...(config.LISTEN_HOST !== undefined && { hostname: config.LISTEN_HOST }),
  port: config.PORT,
});

shutDownOnSignal(log, [
  { name: "relay", run: pipeline.stopRelay },
  { name: "queue watch", run: queueWatch.stop },
  { name: "edge watch", run: edgeWatch.stop },
  { name: "consumers", run: pipeline.stopConsumers },
  { name: "schedules", run: stopSchedules },
  { name: "watch", run: stopAlertWatch },
  { name: "bulk replays", run: stopBulkReplays },
  { name: "spans", run: () => spans.stop() },
  { name: "queues", run: backend.close },
  {
    name: "http",
    run: () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  },
  { name: "locks", run: locks.close },
  { name: "database", run: database.close },
]);

log.info(
  { worker, queue: backend.kind, mail: config.MAIL_TRANSPORT, port: config.PORT },
  "started",
);
