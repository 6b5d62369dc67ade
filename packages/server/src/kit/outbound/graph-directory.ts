/** A directory as Graph is asked about it, by the application's own credentials. */
export type GraphDirectory = {
  /** Names the registration and its state: what was remembered of another one does not count. */
  readonly key: string
  readonly version: 1 | 2
  readonly tokenEndpoint: string
  readonly clientId: string
  readonly clientSecret: string
}
