/** Options or arguments that are wrong by themselves, whatever the database holds: the command ends with the exit code of wrong usage. */
export class UsageError extends Error {}

/** What `read` throws about options or arguments becomes a {@link UsageError}. */
export function asUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message, { cause: error }) : error
  }
}
