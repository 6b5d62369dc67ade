import type { BrowserSession, BrowserSessions } from '../session/browser-sessions.ts'
import type { AskedLogout } from './logout-messages.ts'
import type { NameId } from './person.ts'

/** What a session keeps: under which name each service provider knows the person. */
export type Participants = {
  sessionIndex: string
  /** By entity id. */
  known: Map<string, { nameId: NameId }>
}

export type SamlSession = BrowserSession<Participants>

/**
 * The session that a service provider means. `exact` is ADFS: NameID with Format and SPNameQualifier as issued, and the
 * SessionIndex; others take the value of the NameID, and the SessionIndex if there is one.
 */
export function sessionMeant(
  sessions: BrowserSessions<Participants>,
  serviceProvider: string,
  { nameId, sessionIndexes }: AskedLogout,
  exact: boolean,
): SamlSession | undefined {
  return sessions.find(({ extra }) => {
    const issued = extra.known.get(serviceProvider)?.nameId
    if (issued === undefined || issued.value !== nameId.value) return false
    if (!exact) return sessionIndexes.length === 0 || sessionIndexes.includes(extra.sessionIndex)
    const same = issued.format === nameId.format && issued.spNameQualifier === nameId.spNameQualifier
    return same && nameId.nameQualifier === undefined && sessionIndexes.includes(extra.sessionIndex)
  })
}
