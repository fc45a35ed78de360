import * as z from "zod";
import { serve } from "./serving.ts";

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
]);
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z
    .array(z.object({ key: z.string(), value: Value }))
    .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value]))),
  status: z.object({ code: z.optional(z.int()), message: z.optional(z.string()) }),
});
export type CollectedSpan = z.infer<typeof Span>;
const Request = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

/** A collector that keeps what it gets by OTLP over HTTP, as JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const { url, close } = await serve((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const { resourceSpans } = Request.parse(JSON.parse(body));
      spans.push(
        ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      );
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  return { url, spans, close };
}
