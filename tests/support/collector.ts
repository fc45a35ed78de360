import * as z from "zod";
import { serve } from "./serve.ts";

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
  status: z.object({ message: z.optional(z.string()) }),
});
type CollectedSpan = z.infer<typeof Span>;
const Export = z
  .object({
    resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
  })
  .transform(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

/** Keeps what it gets by OTLP over HTTP, as JSON. `GET /<trace id>` answers with the spans of a trace. */
export async function startCollector() {
  const bodies: string[] = [];
  const spans = () => bodies.flatMap((body) => Export.parse(JSON.parse(body)));
  const { url, close } = await serve((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      const ofTrace = spans().filter(({ traceId }) => request.url === `/${traceId}`);
      response.end(JSON.stringify(ofTrace));
      return;
    }
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      bodies.push(body);
      response.end("{}");
    });
  });
  return { url, bodies, spans, close };
}

/** @param url of a collector of another process */
export async function collectedSpans(url: string, traceId: string): Promise<CollectedSpan[]> {
  return z.array(Span).parse(await (await fetch(`${url}/${traceId}`)).json());
}
