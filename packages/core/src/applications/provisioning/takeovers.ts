import type { Client } from '../../kit/http/client.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import type { Words } from '../../kit/words/words.ts'
import {
  approveTakeovers,
  listTakeovers,
  takeoversMax,
  type FoundAccount,
  type Takeover,
  type TakeoverChoice,
} from './takeover-contract.ts'
import { isApprovable, takeoverNoun, takeoverState } from './takeover-noun.ts'

/** People and groups whose name belongs to something else in an application, people first. The scope is that of `provisioningScope`. */
export const takeoverList: ListedNoun<Takeover> = {
  noun: takeoverNoun,
  idOf: ({ kind, id }) => `${kind}:${id}`,
  searchedBy: 'server',
  sorts: [],
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 200,
  async fetchPage({ client }, { scope, search, cursor, limit, total, signal }) {
    const [envId = '', appId = ''] = scope.split('/')
    const query = pageQuery({ search, sort: '', cursor, limit, total })
    const answer = await client.call(listTakeovers, { params: { envId, appId }, query, signal })
    return mapped(answer, ({ takeovers: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}

/** What is sent to approve these: rows that cannot be approved are left out. */
export function takeoverChoices(rows: readonly Takeover[]): TakeoverChoice[] {
  return rows.filter(isApprovable).map(({ kind, id, account, foundAt }) => ({
    kind,
    id,
    accountId: account?.id ?? '',
    foundAt,
  }))
}

/** `changed`: rows whose account is no longer as it was listed. `problem`: why the rest was not tried. */
export type Approval = {
  readonly approved: number
  readonly changed: readonly Takeover[]
  readonly problem?: Problem | undefined
}

/** Approves these rows as they are listed, in as many calls as that needs. */
export async function approveListed(
  { call }: Pick<Client, 'call'>,
  params: { readonly envId: string; readonly appId: string },
  rows: readonly Takeover[],
): Promise<Approval> {
  const choices = takeoverChoices(rows)
  const changed: Takeover[] = []
  let approved = 0
  for (let at = 0; at < choices.length; at += takeoversMax) {
    const body = { takeovers: choices.slice(at, at + takeoversMax) }
    const answer = await call(approveTakeovers, { params, body })
    if (!answer.ok) return { approved, changed, problem: answer.problem }
    approved += answer.value.approved
    const isChanged = new Set(answer.value.changed.map(takeoverList.idOf as (row: object) => string))
    changed.push(...rows.filter((row) => isChanged.has(takeoverList.idOf(row))))
  }
  return { approved, changed }
}

/** What was approved, and what was not because it changed. */
export function approvalInWords({ approved, changed }: Approval, words: Pick<Words, 'say'>): string {
  const parts = [
    ...(approved > 0 || changed.length === 0 ? [words.say('provisioning.approved', { count: approved })] : []),
    ...(changed.length > 0 ? [words.say('provisioning.approveChanged', { count: changed.length })] : []),
  ]
  return parts.join(' ')
}

/**
 * The question before `rows` are approved: how many people and groups of which identity providers get existing accounts; of one, who gets
 * whose account, and since when it exists.
 */
export function approvalQuestion(
  rows: readonly Takeover[],
  place: { readonly application: string; readonly environment: string },
  words: Pick<Words, 'say' | 'formatLocale'>,
): string {
  const [row, ...others] = rows
  if (row?.account != null && others.length === 0) return questionAboutOne(row, row.account, place, words)
  const counts = new Map<string, number>()
  for (const { provider } of rows) counts.set(provider ?? '–', (counts.get(provider ?? '–') ?? 0) + 1)
  const number = new Intl.NumberFormat(words.formatLocale)
  const each = [...counts].map(([provider, count]) => `${provider} (${number.format(count)})`)
  const providers = new Intl.ListFormat(words.formatLocale).format(each)
  return words.say('provisioning.approveAsk', { count: rows.length, providers, ...place })
}

function questionAboutOne(
  { kind, name, displayName, provider, foundAt }: Takeover,
  account: FoundAccount,
  place: { readonly application: string; readonly environment: string },
  words: Pick<Words, 'say' | 'formatLocale'>,
): string {
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long' })
  const named = (shown: string | null, more: readonly string[]) => {
    const [first = '', ...rest] = [...new Set([shown ?? '', ...more])].filter((one) => one !== '')
    return rest.length === 0 ? first : `${first} (${rest.join(', ')})`
  }
  return words.say('provisioning.approveAskOne', {
    kind,
    name: named(displayName, [name]),
    provider: provider ?? '–',
    account: named(account.displayName, [account.name, account.id]),
    ...place,
    since: account.createdAt === null ? 'found' : 'created',
    date: date.format(new Date(account.createdAt ?? foundAt)),
  })
}

/** Its state in a few words. */
export function takeoverStateInWords(row: Takeover, words: Pick<Words, 'find'>): string {
  const state = takeoverState(row)
  return words.find(`provisioning.takeover.${state}`) ?? state
}
