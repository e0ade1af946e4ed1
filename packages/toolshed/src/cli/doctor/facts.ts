import { type GatewayAddress, gatewayFile } from "../../home/gateway-address.ts";
import { homeFolder } from "../../home/home.ts";
import type { AnswerOf } from "../../http/api.ts";
import { examineStore, type StoreReport } from "../../store/examine-store.ts";
import { requestGateway } from "../client/request-gateway.ts";
import type { Surroundings } from "../invocation.ts";

const answerMs = 3_000;

/** What several checks look at. */
export interface Facts {
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** The gateway that the home names, whether or not it runs. */
  readonly address: GatewayAddress | undefined;
  /** What it answers, if it runs. */
  readonly gateway: AnswerOf<"GET /status"> | undefined;
  /** Where others reach the gateway, if they do. */
  readonly publicUrl: string | undefined;
  /** Looks at the database once. Rejects if that fails. */
  examineStore(): Promise<StoreReport | undefined>;
}

export async function gatherFacts(surroundings: Surroundings): Promise<Facts> {
  const home = homeFolder(surroundings);
  const { env: environment } = surroundings;
  const address = readAddress(home);
  const gateway =
    address &&
    (await requestGateway(address, "GET /status", {}, AbortSignal.timeout(answerMs)).catch(() => undefined));
  let examined: Promise<StoreReport | undefined> | undefined;
  return {
    environment,
    home,
    address,
    gateway,
    // The gateway may have been started with another environment than this command.
    publicUrl: gateway && gateway.url !== address?.url ? gateway.url : environment.TOOLSHED_PUBLIC_URL,
    examineStore() {
      examined ??= examineStore(home, environment.DATABASE_URL);
      return examined;
    },
  };
}

function readAddress(home: string): GatewayAddress | undefined {
  try {
    return gatewayFile(home).read();
  } catch {
    // The next gateway writes the file again.
    return undefined;
  }
}
