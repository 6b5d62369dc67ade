/** Where the test files of one run find the database server; the first file that needs it starts it. */
export interface Rendezvous {
  /** TEST_DATABASE_URL; absent where the run starts the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** The data directory of the embedded PostgreSQL otherwise. */
  readonly dataDir: string
  /** Prefix of the names of this run's databases. */
  readonly prefix: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    porticoDatabase: Rendezvous
  }
}
