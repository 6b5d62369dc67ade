import type { IdentityProvider } from './contract.ts'

/** Whether keeping it needs no test login: no sign-in depends on these fields. */
export function isKeptWithoutTest({ draft, live }: Pick<IdentityProvider, 'draft' | 'live'>): boolean {
  return draft !== null && live !== null && draft.fields.every((field) => untested.has(field))
}

const untested: ReadonlySet<string> = new Set(['name', 'enabled', 'emailDomains'])
