import { readMoment, type AuditFilter } from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

export type FilterOptions = {
  actor?: string
  action?: string
  target?: string
  kind?: string
  search?: string
  request?: string
  since?: string
  until?: string
}

/** The filter of the options; what can match nothing is a usage mistake. */
export function filterOf(options: FilterOptions, nowMs: number): AuditFilter {
  const { actor, action, target, kind: targetKind, search, request: requestId } = options
  if (action !== undefined && !/^[a-z][a-z0-9.-]*$/.test(action))
    fail('usage', '--action is the beginning of an action.', { hint: 'portico audit list --action service-account' })
  if (targetKind !== undefined && !/^[a-z][a-z0-9-]*$/.test(targetKind))
    fail('usage', '--kind is a kind of object.', { hint: 'portico audit list --kind identity-provider' })
  if ((search?.length ?? 0) > 200) fail('usage', '--search takes at most 200 characters.')
  const moment = (name: 'since' | 'until') => {
    const typed = options[name]
    if (typed === undefined) return undefined
    const read = readMoment(typed, nowMs)
    return read ?? fail('usage', phrase`--${name} is a time such as 24h, 7d, 2026-11-01 or 2026-11-01T08:30Z.`)
  }
  return { actor, action, target, targetKind, search, requestId, since: moment('since'), until: moment('until') }
}
