import type { PortalUser } from '@portico/core'
import { attempt } from './attempt.ts'

/** What a person had typed when their session ended, kept while they sign in again; per browser tab. */
export type TypedWork = {
  /** The page is about to go to sign-in: forms keep what was typed instead of asking. */
  beginSignIn(): void
  isSigningIn(): boolean
  /** Whether typed work is stored. */
  isKept(): boolean
  keep(work: Work): void
  /** The path of the work's screen; returned once, after signing in again as the same person. */
  returnPath(owner: string): string | undefined
  /** Returns the work of this screen and person once; work of another person is dropped. */
  take(path: string, owner: string): unknown
}

/** `owner` distinguishes people who use the same browser tab; `content` is plain data without secrets. */
export type Work = { readonly path: string; readonly owner: string; readonly content: unknown }

const key = 'portico.typed-work'

/** The person as the header shows them. */
export function ownerOf({ tenantName, name, nickname }: PortalUser): string {
  return JSON.stringify([tenantName, name, nickname])
}

export function createTypedWork(storage: () => Storage): TypedWork {
  let signingIn = false
  let hasReturned = false
  const drop = () => attempt(() => storage().removeItem(key))
  const read = (): Work | undefined => {
    const text = attempt(() => storage().getItem(key))
    const work: unknown = attempt(() => JSON.parse(text ?? 'null') as unknown)
    return isWork(work) ? work : undefined
  }
  return {
    beginSignIn: () => (signingIn = true),
    isSigningIn: () => signingIn,
    isKept: () => read() !== undefined,
    keep: (work) => attempt(() => storage().setItem(key, JSON.stringify(work))),
    returnPath(owner) {
      const work = read()
      if (hasReturned || work === undefined) return undefined
      hasReturned = true
      if (work.owner === owner) return work.path
      drop()
      return undefined
    },
    take(path, owner) {
      const work = read()
      if (work === undefined || work.path !== path) return undefined
      drop()
      return work.owner === owner ? work.content : undefined
    },
  }
}

function isWork(value: unknown): value is Work {
  if (typeof value !== 'object' || value === null) return false
  const { path, owner } = value as Record<string, unknown>
  return typeof path === 'string' && path.startsWith('/portal/') && typeof owner === 'string'
}
