/**
 * What was committed that processes hold in memory: a subject such as `session:<hash>`, `user:<id>` or `tenant:<id>`
 * (portico_tell), or `everything`, after which nothing may be kept.
 */
export type Change = string

export const everything: Change = 'everything'

export interface Changes {
  /** Calls `follower` for each change, in this process before the transaction's promise resolves. Answers how to stop. */
  follow(follower: (changes: readonly Change[]) => void): () => void
  /**
   * Until when, by performance.now(), all changes that other processes committed have been passed on; -Infinity while they
   * are not heard.
   */
  completeTo(): number
  /** Resolves when all changes committed before the call have been passed on. Rejects while they are not heard. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** What hears the changes of other processes. */
export interface Listening {
  completeTo(): number
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Listening begins with the first follower: the commands of an operator have none. */
export function createChanges(listen: (hear: (changes: readonly Change[]) => void) => Listening): Changes & {
  /** The transaction that has just been committed changed these. */
  committed(changes: readonly Change[]): void
} {
  const followers = new Set<(changes: readonly Change[]) => void>()
  let listening: Listening | undefined
  const pass = (changes: readonly Change[]): void => {
    if (changes.length > 0) for (const follower of followers) follower(changes)
  }
  return {
    follow(follower) {
      followers.add(follower)
      listening ??= listen(pass)
      return () => void followers.delete(follower)
    },
    completeTo: () => listening?.completeTo() ?? -Infinity,
    catchUp: async () => listening?.catchUp(),
    committed: pass,
    close: async () => listening?.close(),
  }
}
