/** The folder of the private keys. Failures are errors with a sentence. */
export type KeyFolder = {
  exists(): boolean
  /** The whole path of a file, for people. */
  pathOf(file: string): string
  /** The public key (PEM) that belongs to the private key in a file; undefined: the file does not exist. */
  publicKeyIn(file: string): string | undefined
  /** Writes a new file that only its owner can read, and notes beside it which account it is for. */
  write(file: string, privateKey: string, accountId: string): void
  /** Whether `write` made the key in the file for this account, and {@link settle} was not called since. */
  isPendingFor(file: string, accountId: string): boolean
  /** The public key is stored: removes the note. */
  settle(file: string): void
  /** Removes a file and its note. */
  remove(file: string): void
}

/** What work on the folder gives, or why it failed. */
export function attempt<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (reason) {
    if (reason instanceof Error) return reason
    throw reason
  }
}
