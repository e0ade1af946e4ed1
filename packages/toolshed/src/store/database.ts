/** The tables that our own code reads and writes. Times are milliseconds since 1970. */
export interface Database {
  endpoint: {
    id: string;
    user_id: string;
    name: string;
    created_at: number;
  };
  endpoint_token: {
    /** SHA-256 of the token, in hex: the token itself is never stored. */
    hash: string;
    endpoint_id: string;
    created_at: number;
  };
  plugin_data: {
    plugin_id: string;
    user_id: string;
    key: string;
    value: string;
  };
}
