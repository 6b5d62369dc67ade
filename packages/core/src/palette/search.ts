import type { AdminEnvironment } from '../environments/contract.ts'
import type { Client, Outcome } from '../http/client.ts'
import type { Clock } from '../http/port.ts'
import { mapped } from '../lists/listed.ts'
import type { Page } from '../lists/pages.ts'
import { serviceAccountList } from '../service-accounts/list.ts'
import { signInList } from '../sign-in/list.ts'
import { accountEntry, signInEntry, toDelete } from './entries.ts'
import type { AskingAction, PaletteEntry } from './entry.ts'

/** Objects in one answer. */
const pageLength = 20

/** The noun whose objects the server searches for a text: one, so that a key press costs one request at most. */
export type SearchedNoun = 'serviceAccounts' | 'signIns'

export type Searched = {
  readonly text: string
  readonly asking: AskingAction | undefined
  readonly environment: AdminEnvironment | undefined
}

/** A text in the form of a sign-in's code, or of its beginning, searches sign-ins; any other, service accounts. */
export function searchedNoun({ text, asking, environment }: Searched): SearchedNoun | undefined {
  if (asking === 'findSignIn') return 'signIns'
  if (asking !== undefined) return asking === 'deleteServiceAccount' ? 'serviceAccounts' : undefined
  if (text.trim() === '') return undefined
  if (isCode(text.trim())) return 'signIns'
  return environment === undefined ? undefined : 'serviceAccounts'
}

/** The sets of characters that codes have (server, `sign-in/records`). Eight of them without a hyphen need a digit: `printing` is a word. */
function isCode(text: string): boolean {
  const sign = '[b-df-hj-np-tv-xz2-9]'
  const withHyphen = new RegExp(`^${sign}{4}-${sign}{0,4}$`, 'i')
  return withHyphen.test(text) || (new RegExp(`^${sign}{8}$`, 'i').test(text) && /\d/.test(text))
}

type Parts = { readonly client: Pick<Client, 'call'>; readonly clock: Clock }

/** A page of the objects that match. */
export async function searchObjects(
  parts: Parts,
  noun: SearchedNoun,
  { text, asking, environment }: Searched,
  { cursor, signal }: { readonly cursor: string | undefined; readonly signal: AbortSignal },
): Promise<Outcome<Page<PaletteEntry>>> {
  const shared = { sort: '', cursor, limit: pageLength, signal } as const
  const search = text.trim().slice(0, 200)
  if (noun === 'signIns') {
    const request = { ...shared, scope: '', search: '', filter: { search } }
    const page = await signInList.fetchPage(parts, request)
    return mapped(page, ({ rows, ...rest }) => ({ ...rest, rows: rows.map(signInEntry) }))
  }
  const request = { ...shared, scope: environment?.id ?? '', search, filter: {} }
  const page = await serviceAccountList.fetchPage(parts, request)
  const entryOf = (entry: PaletteEntry): PaletteEntry =>
    asking === 'deleteServiceAccount' ? { ...entry, target: toDelete(entry) } : entry
  return mapped(page, ({ rows, ...rest }) => ({
    ...rest,
    rows: rows.map((row) => entryOf(accountEntry(row, environment))),
  }))
}
