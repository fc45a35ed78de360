import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Request } from "miniflare";
import { unstable_generateASSETSBinding as serveLikePages } from "wrangler";

// Uses the handler of Cloudflare Pages: clean URLs, 404.html, _headers and _redirects. Compression,
// which Cloudflare's network adds, is added here.

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg\+xml)/;
const COMPRESS_FROM_BYTES = 50;
const BROTLI_QUALITY = 5;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Encoding = keyof typeof compressors;

const { SITE_DIR, PORT } = process.env;
if (SITE_DIR === undefined || PORT === undefined) {
  console.error("The site needs SITE_DIR and PORT.");
  process.exit(1);
}

const silent = (): void => {};
const pages = serveLikePages({
  directory: SITE_DIR,
  log: {
    log: silent,
    info: silent,
    debug: silent,
    warn: console.warn,
    error: console.error,
  } as never,
});
const compressed = new Map<string, Promise<Buffer>>();

async function fetchAsset(request: IncomingMessage): Promise<Response> {
  // The declared type lacks the promise.
  const handle = await Promise.resolve(pages);
  // In one piece: as a relative address "//x" would be another host.
  const url = new URL(`http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const ask = (address: URL): Promise<Response> =>
    handle(new Request(address, { method: request.method ?? "GET", headers }) as never) as never;
  const answer = await ask(url);
  // A path below a file ("/favicon.svg/x") fails the local lookup, where Pages answers 404.
  return answer.status === 502 ? ask(new URL("/no/such/page", url)) : answer;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const answer = await fetchAsset(request);
  const headers: Record<string, string> = Object.fromEntries(answer.headers);
  const plain = Buffer.from(await answer.arrayBuffer());
  const encoding = encodingFor(request, headers["content-type"] ?? "", plain);
  const body = encoding === null ? plain : await compress(plain, encoding, headers["etag"]);
  if (encoding !== null) {
    headers["content-encoding"] = encoding;
    headers["vary"] = "accept-encoding";
    if (headers["etag"] !== undefined) headers["etag"] = `W/${headers["etag"].replace(/^W\//, "")}`;
  }
  if (answer.status !== 304) headers["content-length"] = String(body.length);
  response.writeHead(answer.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function encodingFor(request: IncomingMessage, contentType: string, body: Buffer): Encoding | null {
  if (body.length < COMPRESS_FROM_BYTES || !COMPRESSIBLE.test(contentType)) return null;
  const accepted = request.headers["accept-encoding"] ?? "";
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

function compress(body: Buffer, encoding: Encoding, etag: string | undefined): Promise<Buffer> {
  if (etag === undefined) return compressors[encoding](body);
  const key = `${encoding} ${etag}`;
  const known = compressed.get(key);
  if (known !== undefined) return known;
  const made = compressors[encoding](body);
  compressed.set(key, made);
  return made;
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(Number(PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
