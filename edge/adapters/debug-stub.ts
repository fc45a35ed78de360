// ioredis logs through `debug`, which nothing turns on at the edge. `wrangler.toml` bundles this file in its place.
// oxlint-disable-next-line import/no-default-export -- ioredis calls the default export.
export default function createDebug() {
  return { enabled: false };
}
