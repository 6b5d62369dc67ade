import { screenPath } from '@portico/core'

/** In place of a person's id: the page that explains the access of any username. */
export const explained = 'explain'

type Question = {
  /** A username, or the id of a person. */
  readonly user?: string
  readonly env?: string
  readonly app?: string
}

/** The explanation of what a person can open, and why. */
export function explainPath({ user = '', env = '', app = '' }: Question = {}): string {
  const entries = Object.entries({ user, env, app }).filter(([, value]) => value !== '')
  const path = screenPath('person', { personId: explained })
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
