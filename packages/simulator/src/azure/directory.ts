import type { CheckedAzure, CheckedClient, CheckedPerson, DirectoryGroup } from '../config/checked.ts'
import { type BoundedMap, boundedMap } from '../memory/bounded.ts'
import { type BrowserSessions, browserSessions } from '../session/browser-sessions.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { derivedGuid } from '../config/guids.ts'
import type { DirectoryKeys } from './keys.ts'
import type { AzureSwitches } from './switches.ts'

/** One provider of the simulated cloud while it runs: a directory as the endpoints of one version see it. */
export type Directory = {
  config: CheckedAzure
  clients: () => readonly CheckedClient[]
  switches: () => AzureSwitches
  keys: DirectoryKeys
  sessions: BrowserSessions<AzureSession>
  /** Sign-ins that wait for a username and a password, by the id in the login page's address. */
  waiting: BoundedMap<AuthorizeRequest>
  codes: BoundedMap<IssuedCode>
  /** What `manyGroups` and `hugeGroups` add. */
  furtherGroups: () => DirectoryGroup[]
}

/** What a session keeps: its id in tokens, and the client ids of the applications that the person signed in to. */
export type AzureSession = { sid: string; signedInTo: Set<string> }

/** An authorization code; `expiresAt` in milliseconds since 1970. */
export type IssuedCode = {
  request: AuthorizeRequest
  person: CheckedPerson
  sid: string
  expiresAt: number
  used: boolean
}

export function openDirectory(
  config: CheckedAzure,
  deps: {
    clients: () => readonly CheckedClient[]
    switches: () => AzureSwitches
    keys: DirectoryKeys
    port: string
    now: () => number
  },
): Directory {
  const { clients, switches, keys, port, now } = deps
  const sessions = browserSessions<AzureSession>({ cookie: `sim_${port}_${config.id}_session`, path: '/azure', now })
  return {
    config,
    clients,
    switches,
    keys,
    sessions,
    waiting: boundedMap(),
    codes: boundedMap(),
    furtherGroups: furtherGroupsOf(config.tenantId),
  }
}

/** Every group of the directory, with those that the switches add. */
export function groupsOfDirectory(directory: Directory): DirectoryGroup[] {
  return [...directory.config.groups, ...addedGroups(directory)]
}

/** The groups of one person: those of the configuration first. */
export function groupsOfPerson(directory: Directory, person: CheckedPerson): DirectoryGroup[] {
  const own = directory.config.groups.filter((each) => person.groups.includes(each.name))
  return [...own, ...addedGroups(directory)]
}

const added = { many: 250, huge: 12_000 }

function addedGroups({ switches, furtherGroups }: Directory): DirectoryGroup[] {
  const { manyGroups, hugeGroups } = switches()
  if (!manyGroups && !hugeGroups) return []
  return furtherGroups().slice(0, hugeGroups ? added.huge : added.many)
}

/** Created when first requested: most directories never need them. */
function furtherGroupsOf(tenantId: string): () => DirectoryGroup[] {
  let made: DirectoryGroup[] | undefined
  return () =>
    (made ??= Array.from({ length: added.huge }, (_, index) => {
      const name = `Further group ${String(index + 1).padStart(5, '0')}`
      return { name, id: derivedGuid(tenantId, 'group', name) }
    }))
}
