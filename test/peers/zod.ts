export { z } from "zod";
export * as zm from "zod/mini";
