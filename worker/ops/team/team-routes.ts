import * as z from "zod";
import { OperatorProfile } from "#contracts/api/content/account-manager.ts";
import { sniffMedia } from "#contracts/content/media.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import {
  assignAccountManager,
  removePhoto,
  saveOperatorProfile,
  savePhoto,
} from "#db/ops/change-operators.ts";
import { findContentCustomer } from "#db/ops/find-customers.ts";
import type { FileChecker } from "../../material/run-file-checker.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { assignPage } from "./assign-manager.tsx";
import { PHOTO_TYPES, teamPage } from "./team.tsx";

/** @returns the photo, or why it is refused */
async function readPhoto(
  { makePortrait }: Pick<FileChecker, "makePortrait">,
  file: Uint8Array | undefined,
): Promise<Buffer | string> {
  if (file === undefined || file.length === 0) return "Choose a photo.";
  const type = sniffMedia(file);
  if (!PHOTO_TYPES.some((taken) => taken === type)) {
    return type === "heic"
      ? MATERIAL_MESSAGES.unsupported.heic
      : "Choose a photo that is a JPEG, PNG or WebP.";
  }
  const photo = await makePortrait(Buffer.from(file));
  return typeof photo === "string" ? MATERIAL_MESSAGES.refused[photo] : photo;
}

const Uuid = z.uuid();

export function teamRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = async (c: OpsContext) => {
    const { userId = "" } = c.req.param();
    return Uuid.safeParse(userId).success ? findContentCustomer(db, userId) : null;
  };

  const about = new RoutesAbout(find, customerNotFound)
    .get("/customers/:userId", (c, customer) => assignPage(c, deps, customer))
    .post("/customers/:userId", async (c, customer) => {
      const { userId = "" } = c.req.param();
      const given = c.get("form").get("manager") ?? "";
      const managerId = given === "" ? null : given;
      if (managerId !== null && !Uuid.safeParse(managerId).success) {
        return assignPage(c, deps, customer, 422);
      }
      const event = newOpsEvent(c, deps, "AccountManagerAssigned", { userId, managerId });
      const outcome = await assignAccountManager(db, {
        newBusinessId: deps.makeId("business"),
        event,
      });
      deps.log.info({ requestId: c.get("requestId"), outcome }, "ops_account_manager");
      return outcome === "refused"
        ? assignPage(c, deps, customer, 422)
        : c.redirect(paths.customer(userId), 303);
    });
  return newRoutes()
    .get("/", (c) => teamPage(c, deps))
    .post("/profile", async (c) => {
      const form = c.get("form");
      const text = (name: string) => (form.get(name) ?? "").trim();
      const typed = { name: text("name"), hours: text("hours"), whatsApp: text("whatsapp") };
      const number = typed.whatsApp.replaceAll(/[\s()-]/g, "");
      const profile = OperatorProfile.safeParse({
        ...typed,
        whatsApp: number === "" ? null : number,
      });
      if (!profile.success) {
        const error = "Give a name and hours, and a WhatsApp number as +44 20 7946 0123, or none.";
        return teamPage(c, deps, { profile: { ...typed, error } });
      }
      const { userId, name: by } = signedInOf(c).session;
      await saveOperatorProfile(db, {
        userId,
        by,
        profile: profile.data,
        at: deps.now().toISOString(),
      });
      deps.log.info({ requestId: c.get("requestId"), userId }, "ops_profile_saved");
      return c.redirect(withFlash(paths.team, "saved"), 303);
    })
    .post("/photo", async (c) => {
      const { userId, name: by } = signedInOf(c).session;
      const isRemoval = c.get("form").get("do") === "remove";
      if (isRemoval) {
        await removePhoto(db, userId, by);
      } else {
        const photo = await readPhoto(deps.material, c.get("files")[0]?.bytes);
        if (typeof photo === "string") return teamPage(c, deps, { photo });
        if (!(await savePhoto(db, { userId, id: deps.makeId("photo"), bytes: photo, by }))) {
          return errorPage(c, 409, "No profile", "Save your name and hours first.");
        }
      }
      deps.log.info({ requestId: c.get("requestId"), userId, isRemoval }, "ops_photo");
      return c.redirect(withFlash(paths.team, "saved"), 303);
    })
    .route("/", about.routes);
}

const customerNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Customer not found", "The account may have been erased.");
