import type {
  AddApproverRequest,
  BriefResponse,
  SaveBriefRequest,
} from "#contracts/api/content/brief.ts";
import { callApi } from "../../session/call-api.ts";

// Each function throws a CallError for an error response, and another error when there was no response.

export async function fetchBrief(): Promise<BriefResponse> {
  return parse(await callApi("GET", "brief"));
}

export async function saveBrief(body: SaveBriefRequest): Promise<BriefResponse> {
  return parse(await callApi("PUT", "brief", body));
}

export async function submitBrief(
  state: Pick<BriefResponse, "version" | "revision">,
): Promise<BriefResponse> {
  return parse(await callApi("POST", "brief/submit", state));
}

export async function addApprover(approver: AddApproverRequest): Promise<BriefResponse> {
  return parse(await callApi("POST", "brief/approvers", approver));
}

export async function removeApprover(id: string): Promise<BriefResponse> {
  return parse(await callApi("DELETE", `brief/approvers/${encodeURIComponent(id)}`));
}

async function parse(response: Response): Promise<BriefResponse> {
  const contract = await import("#contracts/api/content/brief.ts");
  return contract.BriefResponse.parse(await response.json());
}
