import type { ClientChannel, ClientRoots } from "../../source.ts";

type Roots = Readonly<Record<string, unknown>>;

/**
 * The clients with sessions that use a connection, and their roots. A server has one list of roots, so it gets those of a
 * client only while no other client uses the connection.
 */
export class SessionRoots {
  readonly #tellServer: () => void;
  readonly #clients = new Set<ClientRoots>();
  /** Clients whose roots have changed since the server was last told. */
  readonly #changed = new Set<ClientRoots>();

  constructor(tellServer: () => void) {
    this.#tellServer = tellServer;
  }

  /** The client uses the connection until the returned function is called. */
  add(client: ClientRoots): () => void {
    this.#clients.add(client);
    return () => {
      this.#clients.delete(client);
      this.#changed.delete(client);
      this.review();
    };
  }

  change(client: ClientRoots): void {
    this.#changed.add(client);
    this.review();
  }

  /** Tells the server about changed roots that it may have now. Called when a client begins to listen or leaves. */
  review(): void {
    const [only, other] = this.#present();
    if (other || !only?.isListening() || !this.#changed.delete(only)) return;
    this.#tellIfAllowed(only).catch(() => {});
  }

  /** Answers the server's question for roots, which came during a call if there is a channel. */
  async list(during?: ClientChannel): Promise<Roots | undefined> {
    const [first] = this.#present();
    const isOfCall = during?.ask !== undefined && (during.session !== undefined || !first);
    const session = isOfCall ? during.session : first?.session;
    // Another client may begin to use the connection before the answer has come.
    const isAlone = () => this.#present().every((client) => client.session === session);
    if (!isAlone()) return undefined;
    const roots = await (isOfCall ? during.ask?.("roots/list", {}) : listOutside(first));
    return isAlone() ? roots : undefined;
  }

  async #tellIfAllowed(client: ClientRoots): Promise<void> {
    if (await client.isAllowed()) this.#tellServer();
  }

  #present(): ClientRoots[] {
    return [...this.#clients].filter((client) => client.isPresent());
  }
}

const listOutside = async (client: ClientRoots | undefined): Promise<Roots | undefined> =>
  client?.isListening() && (await client.isAllowed()) ? client.list() : undefined;
