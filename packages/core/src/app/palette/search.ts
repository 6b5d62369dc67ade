import type { AdminEnvironment } from '../../tenant/environments/contract.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import type { Clock } from '../../kit/http/port.ts'
import { mapped } from '../../kit/lists/listed.ts'
import type { Page } from '../../kit/lists/pages.ts'
import { personList } from '../../people/people/list.ts'
import { serviceAccountList } from '../../machines/service-accounts/list.ts'
import { signInList } from '../../sign-in/sign-in/list.ts'
import { accountEntry, personEntry, signInEntry, toDelete } from './entries.ts'
import type { AskingAction, PaletteEntry } from './entry.ts'

/** Objects in one answer. */
const pageLength = 20

/** The nouns whose objects the server searches. */
export type SearchedNoun = 'serviceAccounts' | 'people' | 'signIns'

export type Searched = {
  readonly text: string
  readonly asking: AskingAction | undefined
  readonly environment: AdminEnvironment | undefined
  /** Whether this face has a page of a person. */
  readonly findsPeople: boolean
}

/**
 * What the server searches for a text, so that a key press costs two requests at most: a text in the form of a sign-in's
 * code, or of its beginning, searches sign-ins; any other, service accounts and people.
 */
export function searchedNouns({ text, asking, environment, findsPeople }: Searched): readonly SearchedNoun[] {
  if (asking === 'findSignIn') return ['signIns']
  if (asking !== undefined) return asking === 'deleteServiceAccount' ? ['serviceAccounts'] : []
  if (text.trim() === '') return []
  if (isCode(text.trim())) return ['signIns']
  return [
    ...(environment === undefined ? [] : ['serviceAccounts' as const]),
    ...(findsPeople ? ['people' as const] : []),
  ]
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
  if (noun === 'people') {
    const page = await personList.fetchPage(parts, { ...shared, scope: '', search, filter: {} })
    return mapped(page, ({ rows, ...rest }) => ({ ...rest, rows: rows.map(personEntry) }))
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
