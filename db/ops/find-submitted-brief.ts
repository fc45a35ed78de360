import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import type { BriefAnswers } from "#contracts/content/brief-answers.ts";
import type { Db } from "#db/client.ts";
import { approvers, briefVersions, businesses } from "#db/schema/content.ts";

export type SubmittedBrief = {
  version: number;
  submittedAt: string;
  answers: BriefAnswers;
  /** The answers of the version before; null for the first version. */
  before: BriefAnswers | null;
  approvers: { id: string; name: string; email: string }[];
};

/** The newest version that was submitted. */
export async function findSubmittedBrief(db: Db, userId: string): Promise<SubmittedBrief | null> {
  const [versions, people] = await Promise.all([
    db
      .select({
        version: briefVersions.version,
        submittedAt: briefVersions.submittedAt,
        answers: briefVersions.answers,
      })
      .from(briefVersions)
      .innerJoin(businesses, eq(businesses.id, briefVersions.businessId))
      .where(and(eq(businesses.userId, userId), isNotNull(briefVersions.submittedAt)))
      .orderBy(desc(briefVersions.version))
      .limit(2),
    db
      .select({ id: approvers.id, name: approvers.name, email: approvers.email })
      .from(approvers)
      .innerJoin(businesses, eq(businesses.id, approvers.businessId))
      .where(eq(businesses.userId, userId))
      .orderBy(asc(approvers.createdAt), asc(approvers.id)),
  ]);
  const [newest, before] = versions;
  if (newest === undefined || newest.submittedAt === null) return null;
  const { version, submittedAt, answers } = newest;
  return { version, submittedAt, answers, before: before?.answers ?? null, approvers: people };
}
