/** The edge does not start without these settings and the address of its queue. Nothing answers at the database's. */
export const EDGE_BINDINGS = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  SITE_URL: "https://tidepost.example",
  API_URL: "https://api.tidepost.example",
  JWT_KEYS: JSON.stringify([{ kid: "key-1", kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }]),
  AUTH_CODE_SECRET: "c".repeat(32),
  AUTH_TOKEN_SECRET: "t".repeat(32),
  AUTH_ENCRYPTION_SECRET: "s".repeat(32),
};
