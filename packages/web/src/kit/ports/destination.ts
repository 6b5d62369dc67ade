import { readReturnPath } from '@portico/core'

/** The page a person requested before they had to choose an environment; per browser tab. */
export type Destination = { keep(place: string): void; /** Answers the place once. */ take(): string | undefined }

const key = 'portico.destination'

export function createDestination(storage: () => Storage): Destination {
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return use()
    } catch {
      // If the browser forbids storage, the launcher opens.
      return undefined
    }
  }
  return {
    keep: (place) => attempt(() => storage().setItem(key, place)),
    take: () =>
      attempt(() => {
        const place = readReturnPath(storage().getItem(key))
        storage().removeItem(key)
        return place
      }),
  }
}
