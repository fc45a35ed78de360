import { expectTypeOf, test } from "vitest";
import type { ApiArguments, ApiPath, RowsName } from "./api-call.ts";
import type { PlanChangePreviewRequest } from "./plan-change.ts";

// `tsc` checks these; at run time they do nothing.
test("paths and bodies of calls: those of the operations compile, others do not", () => {
  expectTypeOf<"brief/approvers/apr_1">().toExtend<ApiPath<"DELETE">>();
  expectTypeOf<"brief/approver/apr_1">().not.toExtend<ApiPath<"DELETE">>();
  expectTypeOf<"reports?number=2">().toExtend<ApiPath<"GET">>();
  expectTypeOf<"calendar?number=2">().not.toExtend<ApiPath<"GET">>();
  expectTypeOf<ApiArguments<"GET", "calendar">[0]>().toEqualTypeOf<undefined>();
  expectTypeOf<
    ApiArguments<"POST", "plan-change/preview">[0]
  >().toEqualTypeOf<PlanChangePreviewRequest>();
  expectTypeOf<RowsName>().toEqualTypeOf<"user_subscription" | "user_orders">();
});
