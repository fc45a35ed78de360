import { hash } from "node:crypto";
import * as z from "zod";
import { matchableEmail, matchableName } from "#contracts/advertising.ts";
import type { WorkerConfig } from "../config.ts";
import { CompanyAnswer } from "../ports/company-answer.ts";
import {
  ConversionRejected,
  type ConversionReport,
  type ConversionReporter,
} from "../ports/conversion-reporter.ts";
import { isRejection, postOnce, REQUEST_TIMEOUT_MS } from "./company-request.ts";
import { requireSetting } from "./require-setting.ts";

export type MetaConfig = {
  pixelId: string;
  accessToken: string;
  /** Without a trailing slash. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

export const META_API = "https://graph.facebook.com";

/** A Graph API version lasts about two years; Meta's dashboard warns before it ends. */
export const GRAPH_API_VERSION = "v24.0";

/**
 * 4xx codes to retry: errors at Meta (1, 2), rate limits (4, 17, 32, 613), and a token that has
 * to be renewed or given permissions (10, 102, 190, 200).
 */
const RETRYABLE_CODES: ReadonlySet<number> = new Set([1, 2, 4, 10, 17, 32, 102, 190, 200, 613]);

const Accepted = z.object({ events_received: z.literal(1), fbtrace_id: z.optional(z.string()) });
const Failure = z.object({
  error: z.object({
    code: z.optional(z.int()),
    message: z.optional(z.string()),
    error_subcode: z.optional(z.int()),
    is_transient: z.optional(z.boolean()),
  }),
});

/** @throws {SettingsError} naming the setting that is missing when only one of the two is set */
export function createReporter(
  config: Pick<WorkerConfig, "META_PIXEL_ID" | "META_ACCESS_TOKEN" | "META_BASE_URL">,
): ConversionReporter | null {
  const { META_PIXEL_ID, META_ACCESS_TOKEN, META_BASE_URL: baseUrl } = config;
  if (META_PIXEL_ID === undefined && META_ACCESS_TOKEN === undefined) return null;
  const pixelId = requireSetting(config, "META_PIXEL_ID", "Conversions need a pixel");
  const accessToken = requireSetting(config, "META_ACCESS_TOKEN", "Conversions need a token");
  return createMetaReporter({ pixelId, accessToken, baseUrl });
}

/** Reports through Meta's Conversions API, which deduplicates by name and event id for 48 hours. */
export function createMetaReporter(config: MetaConfig): ConversionReporter {
  const { pixelId, accessToken, baseUrl = META_API, timeoutMs = REQUEST_TIMEOUT_MS } = config;
  const url = `${baseUrl}/${GRAPH_API_VERSION}/${pixelId}/events`;
  return {
    async report(report) {
      const response = await postOnce("Meta", url, {
        headers: { "content-type": "application/json" },
        // The token is not in the URL, which is logged.
        body: JSON.stringify({ data: [serverEvent(report)], access_token: accessToken }),
        timeoutMs,
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw failureOf(response.status, body);
      const accepted = Accepted.safeParse(body);
      if (!accepted.success) throw new Error("Meta answered with something that is no receipt");
      return { externalId: accepted.data.fbtrace_id ?? null };
    },
  };
}

function serverEvent(report: ConversionReport) {
  const { person, conversion } = report;
  return {
    event_name: report.name,
    event_id: conversion.event_id,
    event_time: Math.floor(Date.parse(report.occurredAt) / 1_000),
    action_source: "website",
    event_source_url: conversion.page_url,
    user_data: {
      ...(person.email !== null && { em: [hash("sha256", matchableEmail(person.email))] }),
      ...(person.firstName !== undefined && {
        fn: [hash("sha256", matchableName(person.firstName))],
      }),
      ...(person.lastName !== undefined && {
        ln: [hash("sha256", matchableName(person.lastName))],
      }),
      client_user_agent: conversion.user_agent,
      ...(conversion.fbp !== undefined && { fbp: conversion.fbp }),
      ...(conversion.fbc !== undefined && { fbc: conversion.fbc }),
    },
    custom_data: {
      content_name: report.content.name,
      ...(report.name === "Lead" && { content_category: report.content.category }),
      ...(report.name === "Purchase" && { content_type: report.content.type }),
      value: report.value,
      currency: report.currency,
    },
  };
}

/** Its own message omits Meta's, which may quote the request. */
function failureOf(status: number, body: unknown): Error {
  const parsed = Failure.safeParse(body);
  const error = parsed.success ? parsed.data.error : {};
  const code = [error.code ?? "no code", error.error_subcode].filter((part) => part !== undefined);
  const message = `Meta: ${code.join("/")} (${status})`;
  const isRetryable =
    error.is_transient === true || (error.code !== undefined && RETRYABLE_CODES.has(error.code));
  const answer = { cause: new CompanyAnswer(status, error.message) };
  return isRejection(status) && !isRetryable
    ? new ConversionRejected(message, answer)
    : new Error(message, answer);
}
