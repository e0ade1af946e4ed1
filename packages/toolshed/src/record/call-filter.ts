/** Which calls are meant: those that fit all that is given. */
export interface CallFilter {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Part of the path. */
  readonly path?: string | undefined;
  readonly outcome?: string | undefined;
  readonly via?: string | undefined;
  readonly endpoint?: EndpointFilter | undefined;
}

/** The calls of one endpoint. Those from before ids were recorded are known by its name, its owner and its age. */
export interface EndpointFilter {
  readonly id: string;
  /** Absent where the endpoint is gone. */
  readonly known?: { readonly name: string; readonly userId: string; readonly createdAt: number } | undefined;
}
