import { join } from "node:path";
import { privateFile } from "../home/private-file.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log/log.ts";
import { createMaskSecrets } from "../record/mask-secrets.ts";
import { createRunningPrograms } from "./mcp/program/running-programs.ts";

export interface SourceKindsParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly jobs: Jobs;
  /** What no program may show. */
  readonly secrets: readonly string[];
  readonly log: Log;
}

/** Each is loaded with the first source of it. */
export function createSourceKinds({ home, environment, jobs, secrets, log }: SourceKindsParts) {
  const programs = createRunningPrograms(privateFile(join(home, "programs.json")), log);
  return {
    async mcp() {
      const { createMcpKind } = await import("./mcp/mcp-kind.ts");
      const { createUpstreamFetch } = await import("../net/guarded-fetch.ts");
      return createMcpKind({
        environment,
        programs,
        mask: createMaskSecrets(secrets),
        createFetch: createUpstreamFetch,
        idleMs: 10 * 60_000,
        startMs: 30_000,
      });
    },
    async openapi() {
      const { createOpenapiKind } = await import("./openapi/openapi-kind.ts");
      return createOpenapiKind({
        jobs,
        async createFetch(allowPrivate) {
          const { createGuardedFetch } = await import("../net/guarded-fetch.ts");
          return createGuardedFetch({ allowPrivate });
        },
      });
    },
  };
}
