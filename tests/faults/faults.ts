import { CLOCK_FAULTS } from "./catalogue/clock-fault.ts";
import { CLUSTER_FAULTS } from "./catalogue/cluster-fault.ts";
import { EMAIL_FAULTS } from "./catalogue/email-faults.ts";
import type { Fault } from "./catalogue/fault.ts";
import { HOST_FAULTS } from "./catalogue/host-faults.ts";
import { WORKERS_FAULTS } from "./catalogue/more-workers.ts";
import { VERSION_FAULTS } from "./catalogue/older-worker.ts";
import { PROCESS_FAULTS } from "./catalogue/process-faults.ts";
import { STRIPE_FAULTS } from "./catalogue/stripe-faults.ts";

export type FaultName =
  | keyof typeof CLOCK_FAULTS
  | keyof typeof CLUSTER_FAULTS
  | keyof typeof EMAIL_FAULTS
  | keyof typeof HOST_FAULTS
  | keyof typeof PROCESS_FAULTS
  | keyof typeof STRIPE_FAULTS
  | keyof typeof VERSION_FAULTS
  | keyof typeof WORKERS_FAULTS;

export const FAULTS: Readonly<Record<FaultName, Fault>> = {
  ...PROCESS_FAULTS,
  ...EMAIL_FAULTS,
  ...STRIPE_FAULTS,
  ...CLOCK_FAULTS,
  ...CLUSTER_FAULTS,
  ...HOST_FAULTS,
  ...VERSION_FAULTS,
  ...WORKERS_FAULTS,
};
