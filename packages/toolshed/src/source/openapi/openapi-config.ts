import { z } from "zod";

const url = z.url({ protocol: /^https?$/ });
const words = z.array(z.string().max(500)).max(100).optional();

const openapiConfigSchema = z.strictObject({
  /** Where the document is. Absent if its text was given. */
  url: url.optional(),
  /** Where to ask instead of at the servers that the document names. */
  baseUrl: url.optional(),
  tags: words,
  /** Such as `/repos/*` for one segment more, `/repos/**` for any number. */
  paths: words,
  methods: words,
  /** How to authenticate. Absent means as the document declares. */
  auth: z
    .discriminatedUnion("how", [
      z.strictObject({ how: z.enum(["none", "bearer", "basic"]) }),
      z.strictObject({
        how: z.enum(["header", "query", "cookie"]),
        name: z
          .string()
          .max(100)
          .regex(/^[\w.~!#$%&'*+^`|-]+$/, "is not a valid name for a header, parameter or cookie")
          .regex(/^(?!(host|content-length|transfer-encoding|connection)$)/i, "is set by the request itself"),
      }),
    ])
    .optional(),
  /** Hosts of a private network that it may reach. */
  allowPrivate: z.array(z.string().max(300)).max(20).default([]),
});
export type OpenapiConfig = z.output<typeof openapiConfigSchema>;

/** What a person gives: the config, and the document itself where it has no address. */
export const givenConfigSchema = openapiConfigSchema.extend({
  text: z
    .string()
    .max(32 * 1024 * 1024)
    .optional(),
});
