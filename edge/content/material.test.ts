import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, vi } from "vitest";
import type { MaterialResponse, StartUploadResponse } from "#contracts/api/content/material.ts";
import { MEDIA_MAX, PART_BYTES, sniffMedia } from "#contracts/content/media.ts";
import { AppError } from "#contracts/errors.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { deleteExpiredAccounts } from "#db/clean-up/delete-expired-accounts.ts";
import type { Db } from "#db/client.ts";
import { createMediaAddress, createMediaKeys } from "#db/content/media/media-address.ts";
import { saveDrafts } from "#db/ops/change-drafts.ts";
import { listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { exportAccount } from "#db/personal-data/export-account.ts";
import { businesses } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { media, removedMedia } from "#db/schema/media.ts";
import { API, type AuthService, test as base } from "../../tests/support/auth-service.ts";
import { openBucket } from "../../tests/support/buckets.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { box } from "../../tests/support/film.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { POST } from "../../tests/support/post-rows.ts";
import { refusal } from "../../tests/support/refusal.ts";
import {
  createMaterialStore,
  erasedKeyOf,
  type MaterialStore,
} from "../../worker/adapters/material-store.ts";
import { createMaterialActions, type MaterialActions } from "../../worker/material/actions.ts";
import { createFileChecker } from "../../worker/material/run-file-checker.ts";
import type { Bucket } from "../deps.ts";
import { toPostPicture } from "./calendar-post.ts";
import { materialRoutes } from "./material.ts";

const NOW = new Date("2026-11-25T12:00:00.000Z");
/** As in the service of the tests. */
const SECRET = "c".repeat(32);
const PATH = "/functions/v1/material";

type Body = MaterialResponse & StartUploadResponse & { code?: string; error?: string };
type Answer = { status: number; body: Body };
type Person = {
  userId: string;
  ask: (method: string, path?: string, body?: unknown) => Promise<Answer>;
  start: (file: Buffer, name?: string) => Promise<Answer>;
  upload: (file: Buffer, name?: string) => Promise<string>;
};
type Files = {
  bucket: Bucket;
  auth: AuthService;
  material: MaterialActions;
  store: MaterialStore;
  put: (address: string, part: number, bytes: Buffer) => Promise<Answer>;
  visitor: () => Promise<Person>;
};

const photo = (width = 600) =>
  sharp({ create: { width, height: 400, channels: 3, background: "#3a6ea5" } })
    .jpeg()
    .toBuffer();
/** A PDF of two parts. */
const LARGE = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.alloc(PART_BYTES, "a"),
  Buffer.from("%%EOF"),
]);

const test = base.extend<{ bucket: Bucket; files: Files; person: Person }>({
  bucket: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest needs it.
    async ({}, use) => {
      const { bucket, close } = await openBucket();
      await use(bucket);
      await close();
    },
    { scope: "file" },
  ],
  files: async ({ db, bucket, serviceWith }, use) => {
    const auth = serviceWith({}, undefined, bucket);
    auth.clock.now = NOW;
    const apikey = await auth.sign({ role: "anon" }, { expires: new Date("2030-01-01") });
    const answerOf = async (response: Response): Promise<Answer> => ({
      status: response.status,
      body: (response.status === 204 ? {} : await response.json()) as Body,
    });
    // The worker calls the edge.
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => auth.request(url, init));
    const now = () => auth.clock.now;
    const store = createMaterialStore({ apiUrl: API, secret: SECRET, now });
    const put: Files["put"] = async (address, part, bytes) =>
      answerOf(
        await auth.request(address.replace(":part", String(part)), {
          method: "PUT",
          headers: {
            apikey,
            "content-type": "application/octet-stream",
            "content-length": String(bytes.length),
          },
          body: new Uint8Array(bytes),
        }),
      );
    await use({
      bucket,
      auth,
      store,
      material: createMaterialActions({ db, store, checker: createFileChecker(), now }),
      put,
      async visitor() {
        const { userId, ask: askApi } = await newPerson(auth, db);
        const ask: Person["ask"] = (method, path = "", body) => askApi(method, PATH + path, body);
        const start: Person["start"] = (file, name = "photo.jpg") =>
          ask("POST", "", {
            name,
            bytes: file.length,
            fingerprint: createHash("sha256").update(file).digest("hex"),
          });
        return {
          userId,
          ask,
          start,
          async upload(file, name) {
            const { id, address } = (await start(file, name)).body;
            for (let part = 1; (part - 1) * PART_BYTES < file.length; part++) {
              const bytes = file.subarray((part - 1) * PART_BYTES, part * PART_BYTES);
              expect((await put(address, part, bytes)).status).toBe(204);
            }
            expect((await ask("POST", `/${id}/complete`)).status).toBe(200);
            return id;
          },
        };
      },
    });
    vi.unstubAllGlobals();
  },
  person: async ({ db, files }, use) => {
    const person = await files.visitor();
    await insertCustomer(db, { id: "cus_1", userId: person.userId });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId: person.userId });
    await use(person);
  },
});

const eventsOf = (db: Db) =>
  db.select({ type: outboxEvents.type, payload: outboxEvents.payload }).from(outboxEvents);

async function readAt(auth: AuthService, address: string | null | undefined, headers = {}) {
  const response = await auth.request(String(address), { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("photo: uploaded, checked, read by its address as a small copy and as the original", async ({
  db,
  files,
  person,
}) => {
  const bytes = await photo();
  const id = await person.upload(bytes, "Shop window.jpg");
  expect((await person.ask("GET")).body.material).toMatchObject([
    { id, name: "Shop window.jpg", state: "checking", type: "image/jpeg", original: null },
  ]);
  // Completed again, as after a lost answer.
  expect((await person.ask("POST", `/${id}/complete`)).status).toBe(200);
  expect(await eventsOf(db)).toEqual([
    { type: "MaterialUploaded", payload: { userId: person.userId, mediaId: id } },
  ]);
  expect(files.auth.published).toHaveLength(1);

  expect(await files.material.check(id)).toBe("ready");
  expect(await files.material.check(id)).toBe("ready");
  const [file] = (await person.ask("GET")).body.material;
  expect(file).toMatchObject({ state: "ready", width: 600, height: 400 });
  const small = await readAt(files.auth, file?.thumbnail);
  expect(small.response.status).toBe(200);
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: "webp", width: 320 });
  expect(Object.fromEntries(small.response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=1800, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-site",
    "x-content-type-options": "nosniff",
  });
  const original = await readAt(files.auth, file?.original);
  expect(original.response.headers.get("content-disposition")).toBe(
    `attachment; filename="${id}.jpg"`,
  );
  const [row] = await db.select().from(media);
  expect(createHash("sha256").update(original.bytes).digest("hex")).toBe(row?.sha256);
  const part = await readAt(files.auth, file?.original, { range: "bytes=2-5" });
  expect([part.response.status, part.response.headers.get("content-range")]).toEqual([
    206,
    `bytes 2-5/${original.bytes.length}`,
  ]);
  expect(part.bytes).toEqual(original.bytes.subarray(2, 6));
  const { length } = original.bytes;
  for (const range of [`bytes=${length}-`, "bytes=999999999-1000000000", "bytes=-0"]) {
    const { response } = await readAt(files.auth, file?.original, { range });
    expect([range, response.status, response.headers.get("content-range")]).toEqual([
      range,
      416,
      `bytes */${length}`,
    ]);
  }
  for (const range of [
    "bytes=",
    "bytes=5-2",
    "pages=1-2",
    `bytes=-${length + 9}`,
    `bytes=0-${length * 2}`,
  ]) {
    const { response, bytes } = await readAt(files.auth, file?.original, { range });
    expect([range, [200, 206].includes(response.status), bytes.length]).toEqual([
      range,
      true,
      length,
    ]);
  }
  expect(await files.bucket.head(`${id}/raw`)).toBeNull();
  expect(JSON.stringify([files.auth.log, files.auth.published])).not.toContain("Shop window");
});

test("upload that stopped: the same file carries on with the parts that are missing", async ({
  files,
  person,
}) => {
  const first = await person.start(LARGE, "Guide.pdf");
  expect(first).toMatchObject({ status: 200, body: { parts: [] } });
  const rest = LARGE.subarray(PART_BYTES);
  await files.put(first.body.address, 2, rest);
  expect(await person.ask("POST", `/${first.body.id}/complete`)).toMatchObject({
    status: 409,
    body: { code: "material_incomplete", error: MATERIAL_MESSAGES.incomplete },
  });
  files.auth.clock.now = new Date(NOW.getTime() + 3_700_000);
  expect((await files.put(first.body.address, 1, LARGE.subarray(0, PART_BYTES))).status).toBe(403);
  const again = await person.start(LARGE, "Guide.pdf");
  expect(again.body).toMatchObject({ id: first.body.id, parts: [2] });
  await files.put(again.body.address, 1, LARGE.subarray(0, PART_BYTES));
  await person.ask("POST", `/${again.body.id}/complete`);
  expect(await files.material.check(again.body.id)).toBe("ready");
  const [file] = (await person.ask("GET")).body.material;
  expect(file).toMatchObject({ bytes: LARGE.length, type: "application/pdf", thumbnail: null });
  expect((await readAt(files.auth, file?.original)).bytes.equals(LARGE)).toBe(true);
});

test("file that is not what it says: refused at its first part, and later by its content", async ({
  db,
  files,
  person,
}) => {
  const page = Buffer.from("<!doctype html><script>alert(1)</script>");
  const { id, address } = (await person.start(page)).body;
  expect(await files.put(address, 1, page)).toMatchObject({
    status: 422,
    body: { code: "material_refused", error: MATERIAL_MESSAGES.unsupported.other },
  });
  expect((await person.ask("GET")).body.material).toEqual([]);
  expect(await person.ask("POST", `/${id}/complete`)).toMatchObject({ status: 404 });

  const cut = (await photo()).subarray(0, 600);
  const damaged = await person.upload(cut);
  expect(await files.material.check(damaged)).toBe("damaged");
  expect((await person.ask("GET")).body.material).toMatchObject([
    { id: damaged, state: "refused", refusal: "damaged", original: null },
  ]);
  expect(await files.bucket.head(`${damaged}/raw`)).toBeNull();

  const large = Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(10_000_000)]);
  const started = await person.start(large, "book.pdf");
  expect(await files.put(started.body.address, 1, large.subarray(0, PART_BYTES))).toMatchObject({
    status: 422,
    body: { error: MATERIAL_MESSAGES.tooLarge("application/pdf") },
  });
  expect(await db.select().from(media)).toHaveLength(1);
});

test("part: R2 gets its first bytes before the last have come", async ({
  serviceWith,
  bucket,
  files,
  person,
}) => {
  const file = await photo();
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const streaming: Bucket = {
    ...bucket,
    resumeMultipartUpload: () =>
      ({
        async uploadPart(_: number, body: ReadableStream<Uint8Array>) {
          let bytes = 0;
          for await (const chunk of body) {
            bytes += chunk.length;
            sendRest();
          }
          expect(bytes).toBe(file.length);
          return { etag: "etag" };
        },
      }) as never,
  };
  const auth = serviceWith({}, undefined, streaming);
  auth.clock.now = NOW;
  const { address } = (await person.start(file)).body;
  const request = {
    method: "PUT",
    duplex: "half",
    headers: {
      apikey: await files.auth.sign({ role: "anon" }, { expires: new Date("2030-01-01") }),
      "content-length": String(file.length),
    },
    body: new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(file.subarray(0, 1_000)));
        await rest;
        controller.enqueue(new Uint8Array(file.subarray(1_000)));
        controller.close();
      },
    }),
  } as RequestInit;
  expect((await auth.request(address.replace(":part", "1"), request)).status).toBe(204);
});

test("part of a wrong length or number: refused", async ({ files, person }) => {
  const file = await photo();
  const { address } = (await person.start(file)).body;
  const statuses = await Promise.all([
    files.put(address, 1, file.subarray(1)),
    files.put(address, 2, file),
    files.put(address, 10_001, file),
    files.put(address, 1, LARGE),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
});

test("addresses: of another file, action or hour open nothing", async ({ files, person }) => {
  const id = await person.upload(await photo());
  await files.material.check(id);
  const [file] = (await person.ask("GET")).body.material;
  const address = file?.thumbnail ?? "";
  const other = `med_${"0".repeat(26)}`;
  const key = createMediaKeys("another secret").sign({
    action: "GET",
    mediaId: id,
    file: "320",
    until: 2_000_000_000,
  });
  const wrong = [
    address.replace("/320", "/original"),
    address.replace("/320", "/raw"),
    address.replace(id, other),
    address.replace(/until=\d+/, "until=2000000000"),
    `${API}/media/${id}/320?until=2000000000&key=${key}`,
    `${API}/media/${id}/320`,
    `${API}/media/${id}/640`,
  ];
  for (const one of wrong) {
    expect((await files.auth.request(one)).status, one).toBe(404);
    expect((await files.auth.request(one, { method: "DELETE" })).status, one).toBe(404);
  }
  expect((await files.auth.request(address, { method: "PUT", body: "x" })).status).toBe(404);
  files.auth.clock.now = new Date(NOW.getTime() + 3_700_000);
  expect((await files.auth.request(address)).status).toBe(404);
});

test("erased account: noted beside the files, and listed to the worker alone, page after page", async ({
  files,
  person,
}) => {
  await files.material.eraseOwner(person.userId);
  const others = Array.from({ length: 1_001 }, () => erasedKeyOf(randomUUID()));
  await Promise.all(others.map((key) => files.bucket.put(key, "")));
  const keys = new Set<string>();
  for await (const { key } of files.store.list("erased/")) keys.add(key);
  expect(keys).toEqual(new Set([erasedKeyOf(person.userId), ...others]));
  const none: string[] = [];
  for await (const { key } of files.store.list("erased/none")) none.push(key);
  expect(none).toEqual([]);

  const until = 2_000_000_000;
  const sign = (action: "GET" | "PUT", mediaId: string) =>
    createMediaKeys(SECRET).sign({ action, mediaId, file: null, until });
  for (const [method, path] of [
    ["GET", `?under=erased/&until=${until}&key=${sign("GET", "list med")}`],
    ["GET", `?until=${until}&key=${sign("GET", "erased/")}`],
    ["PUT", `/erased/${"0".repeat(64)}?until=${until}&key=${sign("GET", "0".repeat(64))}`],
  ] as const) {
    const { status } = await files.auth.request(`${API}/media${path}`, { method });
    expect(status, path).toBe(404);
  }
  for (const key of keys) await files.bucket.delete(key);
});

test("picture that is older than a rendition: its nearest copy is served", async ({
  files,
  person,
}) => {
  const id = await person.upload(await photo());
  await files.material.check(id);
  const address = createMediaAddress(createMediaKeys(SECRET), API, NOW)(id, "thumb");
  const own = Buffer.from(await (await files.auth.request(address)).arrayBuffer());
  await files.bucket.delete(`${id}/thumb`);
  const older = Buffer.from(await (await files.auth.request(address)).arrayBuffer());
  const widths = await Promise.all(
    [own, older].map(async (bytes) => (await sharp(bytes).metadata()).width),
  );
  expect(widths).toEqual([112, 320]);
  await files.bucket.delete(`${id}/320`);
  expect((await files.auth.request(address)).status).toBe(404);
});

test("as many files as one may have in no post: full, until one of them is in a draft", async ({
  db,
  database,
  person,
}) => {
  const id = await person.upload(await photo());
  await database.query(`update media set state = 'ready', sha256 = '${"a".repeat(64)}';
    insert into media
    select (jsonb_populate_record(file, jsonb_build_object('id', other.id, 'fingerprint', other.id))).*
    from media file, (select 'med_' || lpad(n::text, 26, '0') as id from generate_series(2, ${MEDIA_MAX}) as n) other`);
  const next = await photo(700);
  expect(await person.start(next)).toMatchObject({
    status: 409,
    body: { code: "material_full", error: MATERIAL_MESSAGES.full },
  });
  await saveDrafts(db, {
    newBusinessId: newId("business"),
    owner: { userId: person.userId, enquiryId: null },
    drafts: [
      {
        ...POST,
        id: newId("post"),
        revision: 0,
        base: null,
        note: "",
        assigneeId: null,
        media: [{ mediaId: id, sha256: "a".repeat(64), alt: "" }],
      },
    ],
    by: "Ada",
    at: NOW.toISOString(),
  });
  expect((await person.start(next)).status).toBe(200);
});

test("another user: sees, completes and removes nothing", async ({ files, person }) => {
  const id = await person.upload(await photo());
  const visitor = await files.visitor();
  expect(await visitor.ask("GET")).toMatchObject({
    status: 200,
    body: { material: [], canAdd: false },
  });
  expect(await visitor.ask("POST", `/${id}/complete`)).toMatchObject({ status: 404 });
  expect(await visitor.ask("DELETE", `/${id}`)).toMatchObject({ status: 200 });
  expect((await person.ask("GET")).body.material).toHaveLength(1);
  expect(refusal(await visitor.start(await photo()))).toEqual([409, "no_subscription"]);
});

test("removed, left unfinished, erased: the objects go, again until nobody can write them", async ({
  db,
  files,
  person,
}) => {
  const { bucket, material, auth } = files;
  const removed = await person.upload(await photo(500));
  const erased = await person.upload(await photo(400));
  await material.check(erased);
  await db.update(media).set({ createdAt: "2026-11-25T11:00:00.000Z" });
  const unfinished = (await person.start(await photo(300))).body;
  expect((await person.ask("DELETE", `/${removed}`)).body.material).toHaveLength(2);
  expect((await person.ask("DELETE", `/${removed}`)).status).toBe(200);
  await vi.waitFor(async () => expect(await bucket.head(`${removed}/raw`)).toBeNull());

  const tomorrow = new Date(NOW.getTime() + 90_000_000);
  await db.update(media).set({ createdAt: tomorrow.toISOString() }).where(eq(media.id, erased));
  expect(await deleteExpiredAccounts(db, "unfinished_uploads", { now: tomorrow, limit: 10 })).toBe(
    1,
  );
  await db.delete(businesses);
  await db.update(removedMedia).set({ removedAt: NOW.toISOString() });
  expect(await material.removeObjects()).toBe(3);
  expect(await bucket.head(`${erased}/original`)).toBeNull();
  expect(await bucket.head(`${erased}/320`)).toBeNull();
  await expect(
    files.put(unfinished.address, 1, await photo(300)).then(({ status }) => status),
  ).resolves.toBe(404);
  // A check that ran meanwhile writes after the removal.
  await bucket.put(`${erased}/320`, "late");
  auth.clock.now = new Date(NOW.getTime() + 3_600_000);
  expect(await material.removeObjects()).toBe(3);
  expect(await bucket.head(`${erased}/320`)).toBeNull();
  expect(await db.select().from(removedMedia)).toEqual([]);
});

test("export of the account: lists the files", async ({ db, person }) => {
  const id = await person.upload(await photo(), "Shop window.jpg");
  const { material } = await exportAccount(db, { userId: person.userId, sessionId: null });
  expect(material).toMatchObject([{ id, name: "Shop window.jpg", type: "image/jpeg" }]);
});

test("R2 away: 503 with a sentence, and the upload can be begun again", async ({
  serviceWith,
  files,
  person,
}) => {
  const { status, body } = await person.start(await photo());
  expect(status).toBe(200);
  const away = serviceWith();
  away.clock.now = NOW;
  const file = new Uint8Array(await photo());
  const response = await away.request(body.address.replace(":part", "1"), {
    method: "PUT",
    headers: {
      apikey: await files.auth.sign({ role: "anon" }, { expires: new Date("2030-01-01") }),
      "content-length": String(file.length),
    },
    body: file,
  });
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { code: "material_unavailable", error: MATERIAL_MESSAGES.unavailable },
  ]);
  expect((await person.start(await photo())).body).toMatchObject({ id: body.id, parts: [] });
});

test("parts beyond the limit of a visitor: refused before anything else, and counted apart from other requests", async () => {
  const counted: string[] = [];
  const limit = ({ key }: { key: string }) => {
    counted.push(key);
    return Promise.resolve({ success: false });
  };
  const config = { AUTH_CODE_SECRET: SECRET };
  const app = materialRoutes({ apiLimiter: { limit }, config } as never).onError((error, c) =>
    c.text(error instanceof AppError ? error.code : "bug", 500),
  );
  for (const [method, path] of [
    ["PUT", `/${newId("media")}/parts/1`],
    ["GET", "/"],
  ] as const) {
    const headers = { "cf-connecting-ip": "192.0.2.1" };
    const response = await app.request(path, { method, headers });
    expect(await response.text()).toBe("rate_limited");
  }
  expect(counted).toEqual(["parts 192.0.2.1", "192.0.2.1"]);
});

const FILM = readFileSync(new URL("../../tests/stack/demo/reel.mp4", import.meta.url));

test.for([
  ["the frame that its browser drew", () => photo(540), true],
  ["none, when that is no picture", () => Promise.resolve(Buffer.from("no picture")), false],
] as const)(
  "film of a customer: shown by %s, in lists and cards",
  async ([, frame, isShown], { db, files, person }) => {
    const { id, address } = (await person.start(FILM, "reel.mp4")).body;
    expect((await files.put(address, 0, Buffer.alloc(0))).status).toBe(400);
    expect((await files.put(address, 0, await frame())).status).toBe(204);
    expect((await files.put(address, 1, FILM)).status).toBe(204);
    expect((await person.ask("POST", `/${id}/complete`)).status).toBe(200);
    expect(await files.material.check(id)).toBe("ready");
    const [own] = (await person.ask("GET")).body.material;
    expect([own?.state, own?.thumbnail != null]).toEqual(["ready", isShown]);
    expect(await files.store.read(id, "poster")).toBeNull();
    const [listed] = await listMaterialOfCustomer(db, person.userId);
    const row = {
      ...({ type: "video/mp4", width: 540, height: 960, sha256: "", alt: "" } as const),
      mediaId: id,
      hasPoster: listed?.hasPoster ?? false,
    };
    expect(toPostPicture(row, (of, file) => `${of}/${file}`)).toMatchObject({
      thumb: isShown ? `${id}/thumb` : null,
      large: `${id}/original`,
    });
  },
);

test("film of an operator: shown by the picture that came along, unless that is none", async ({
  db,
  person: { userId },
  files,
}) => {
  const add = (id: string, bytes: Buffer, poster: Buffer) =>
    files.material.add({
      id,
      newBusinessId: newId("business"),
      owner: { userId, enquiryId: null },
      name: "reel.mp4",
      bytes,
      poster,
      by: "Ada",
    });
  vi.spyOn(files.store, "write").mockRejectedValueOnce(new Error("material_store_503"));
  await expect(add(newId("media"), FILM, FILM)).rejects.toThrow("material_store_503");
  const [shown, bare] = [newId("media"), newId("media")];
  expect(await add(shown, FILM, Buffer.from(await photo()))).toBeNull();
  expect(await add(bare, Buffer.concat([FILM, box("free")]), Buffer.from("no picture"))).toBeNull();
  const listed = await listMaterialOfCustomer(db, userId);
  expect(Object.fromEntries(listed.map(({ id, hasPoster }) => [id, hasPoster]))).toEqual({
    [shown]: true,
    [bare]: false,
  });
  expect(sniffMedia((await files.store.read(shown, "mail")) ?? Buffer.from(""))).toBe("image/jpeg");
  expect(await files.store.read(bare, "800")).toBeNull();
});
