/** The environment chosen on the login page, on its way through the identity provider to the picker, in this tab only. */
export type EnvironmentChoice = {
  keep(id: string): void
  peek(): string | undefined
  /** Answers the choice once; after that it is gone, so that switching environments later asks again. */
  take(): string | undefined
}

const key = 'portico.environment'

export function environmentChoice(storage: () => Storage): EnvironmentChoice {
  return {
    keep(id) {
      attempt(() => (id === '' ? storage().removeItem(key) : storage().setItem(key, id)))
    },
    peek: () => attempt(() => storage().getItem(key) ?? undefined),
    take: () =>
      attempt(() => {
        const id = storage().getItem(key) ?? undefined
        storage().removeItem(key)
        return id
      }),
  }
}

/** Storage throws where the browser forbids it; then the picker asks. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
