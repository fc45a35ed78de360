import { join } from "node:path";
import type { Plugin } from "vite";
import { altsModule, createEncoder, filesModule, fileNamesOf, readSources } from "./pictures.ts";

const WEB = join(import.meta.dirname, "..");
const FOLDER = join(WEB, "pictures");
// Encoding is slow. Inside node_modules, so that it stays out of git.
const CACHE = join(WEB, "../node_modules/.cache/tidepost-encoded");

/** Fills `picture-files.ts` and `picture-alts.ts` from `web/pictures/`, and serves the encoded pictures. */
export function pictures(): Plugin {
  const encoder = createEncoder(FOLDER, CACHE);
  return {
    name: "tidepost:pictures",
    async load(id) {
      const write = { "picture-files.ts": filesModule, "picture-alts.ts": altsModule }[
        id.split("/art/")[1] ?? ""
      ];
      return write === undefined ? null : write(await readSources(FOLDER));
    },
    async generateBundle() {
      if (this.environment.config.consumer === "server") return;
      const sources = await readSources(FOLDER);
      await Promise.all(
        sources.flatMap((source) =>
          [...fileNamesOf(source).keys()].map(async (fileName) => {
            const content = await encoder.encode(source, fileName);
            this.emitFile({ type: "asset", fileName: `assets/${fileName}`, source: content });
          }),
        ),
      );
      await encoder.prune();
    },
    configureServer(server) {
      server.middlewares.use("/assets", (request, response, next) => {
        const fileName = (request.url ?? "").slice(1);
        const answer = async () => {
          const sources = await readSources(FOLDER);
          const source = sources.find((each) => fileNamesOf(each).has(fileName));
          if (source === undefined) next();
          else response.end(await encoder.encode(source, fileName));
        };
        answer().catch((error: unknown) => response.destroy(Error(String(error))));
      });
    },
  };
}
