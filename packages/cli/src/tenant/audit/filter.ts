import type { AuditFilter } from '@portico/core'

import { readPeriod, type PeriodOptions } from '../../kit/command-kit/period.ts'
import { fail } from '../../kit/errors/failure.ts'

export type FilterOptions = PeriodOptions & {
  actor?: string
  action?: string
  target?: string
  kind?: string
  search?: string
  request?: string
}

/** The filter of the options; what can match nothing is a usage mistake. */
export function filterOf(options: FilterOptions, nowMs: number): AuditFilter {
  const { actor, action, target, kind: targetKind, search, request: requestId } = options
  if (action !== undefined && !/^[a-z][a-z0-9.-]*$/.test(action))
    fail('usage', '--action is the beginning of an action.', { hint: 'portico audit list --action service-account' })
  if (targetKind !== undefined && !/^[a-z][a-z0-9-]*$/.test(targetKind))
    fail('usage', '--kind is a kind of object.', { hint: 'portico audit list --kind identity-provider' })
  if ((search?.length ?? 0) > 200) fail('usage', '--search takes at most 200 characters.')
  return { actor, action, target, targetKind, search, requestId, ...readPeriod(options, nowMs) }
}
