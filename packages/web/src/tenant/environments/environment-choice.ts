import { attempt } from '../../kit/ports/attempt.ts'

/** The environment chosen on the login page, on its way through the identity provider to the picker, in this tab only. */
export type EnvironmentChoice = {
  keep(id: string): void
  peek(): string | undefined
  /** Returns the choice once and removes it, so that switching environments later asks again. */
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
