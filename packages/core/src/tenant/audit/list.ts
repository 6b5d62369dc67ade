import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { auditRowsMax, listAudit, type AuditRow } from './contract.ts'
import { auditNoun } from './noun.ts'

export type AuditFilter = {
  /** Words of the names of who did it and of what was changed. The server searches all rows. */
  readonly search?: string | undefined
  /** Id or exact name. */
  readonly actor?: string | undefined
  /** An action, or the beginning of one. */
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  /** Id or exact name. */
  readonly target?: string | undefined
  readonly requestId?: string | undefined
  /** ISO 8601 in UTC: from `since`, before `until`. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/**
 * The audit log, the newest first. The server filters; the rows read so far are searched and sorted here. If few rows
 * match, a page may be short and have a next one, as in the list of sign-ins.
 */
export const auditList: ListedNoun<AuditRow, AuditFilter> = {
  noun: auditNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  ownSort: '-at',
  noFilter: {},
  pageLength: 50,
  pageLengthMax: auditRowsMax,
  async fetchPage({ client }, { filter, cursor, limit, signal }) {
    const { search, ...others } = filter
    const query = { ...others, search: search?.trim() || undefined, limit: String(limit), cursor }
    const answer = await client.call(listAudit, { query, signal })
    return mapped(answer, ({ entries, next }) => ({ rows: entries, next, previous: null }))
  },
}
