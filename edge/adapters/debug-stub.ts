// ioredis logs through `debug`, which nothing turns on at the edge. `wrangler.toml` bundles this file in its place.
export default function createDebug() {
  return { enabled: false };
}
