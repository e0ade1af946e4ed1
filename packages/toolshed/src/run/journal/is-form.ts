import type { Approval } from "../../approval/approvals.ts";
import { hasFields } from "../../approval/question.ts";

/** A question that has to be filled in. All else that waits is for a person to decide. */
export const isForm = ({ question }: Approval): boolean => question !== null && hasFields(question);
