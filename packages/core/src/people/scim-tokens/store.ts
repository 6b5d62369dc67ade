import { createStore, type StoreApi } from 'zustand/vanilla'

import { violationsOf } from '../../kit/http/violations.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import {
  createScimToken,
  deleteScimToken,
  getGroupSource,
  listScimTokens,
  previewGroupSource,
  putGroupSource,
  updateScimToken,
  type CreatedScimToken,
  type GroupSource,
  type GroupSourcePreview,
  type ScimToken,
} from './contract.ts'
import { scimTokenState } from './noun.ts'
import { NewScimToken, scimTokenDefaultDays } from './rules.ts'

/** What is chosen for a new token. */
export type ScimTokenTyped = {
  readonly name: string
  /** How long it is valid. */
  readonly days: number
  /** Whether its requests change nothing. */
  readonly dryRun: boolean
}

export type ScimState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** What a directory calls its tenant URL or base URL. */
  readonly baseUrl: string
  readonly tokens: readonly ScimToken[]
  /** Tokens that can be active and unexpired at a time. */
  readonly activeMax: number
  readonly source: GroupSource['source']
  readonly typed: ScimTokenTyped
  /** Sentences about what is typed, by field. */
  readonly errors: Readonly<Partial<Record<'name' | 'days', string>>>
  /** The token that was just created. It cannot be read again. */
  readonly created: CreatedScimToken | undefined
  readonly isBusy: boolean
}

export type ScimStore = StoreApi<ScimState> & {
  fetch(): Promise<void>
  type(values: Partial<ScimTokenTyped>): void
  /** Whether the token was created. */
  create(): Promise<boolean>
  /** Switches a token on or off. */
  turn(token: Pick<ScimToken, 'id' | 'name'>, active: boolean): Promise<void>
  /** true when it is gone. */
  remove(token: Pick<ScimToken, 'id' | 'name'>): Promise<boolean>
  /** The people whose groups change when SCIM becomes the source of groups; undefined where that could not be read. */
  preview(): Promise<GroupSourcePreview | undefined>
  choose(source: GroupSource['source']): Promise<void>
  /** Forgets the token, after it was copied and when the screen is left, and what was typed. */
  hide(): void
}

/** Lives that a form offers, in days. */
export const scimTokenLives: readonly number[] = [30, 90, 180, scimTokenDefaultDays, 730]

const untyped: ScimTokenTyped = { name: '', days: scimTokenDefaultDays, dryRun: false }

/** How many tokens count towards the maximum. */
export function countActive(tokens: readonly ScimToken[]): number {
  return tokens.filter((token) => scimTokenState(token) === 'active').length
}

/** SCIM of one identity provider: its tokens and where the groups of its people come from. */
export function scimOf({ lazily }: Pick<LazyParts, 'lazily'>, idp: string): ScimStore {
  return lazily((parts) => createScimStore(parts, idp), `scim ${idp}`)
}

export function createScimStore({ client, feedback, say }: LazyParts, idp: string): ScimStore {
  const store = createStore<ScimState>(() => ({
    status: 'loading',
    baseUrl: '',
    tokens: [],
    activeMax: 0,
    source: 'claims',
    typed: untyped,
    errors: {},
    created: undefined,
    isBusy: false,
  }))
  const params = { id: idp }
  async function fetch(): Promise<void> {
    const [tokens, source] = await Promise.all([
      client.call(listScimTokens, { params }),
      client.call(getGroupSource, { params }),
    ])
    const refused = !tokens.ok ? tokens.problem : !source.ok ? source.problem : undefined
    if (tokens.ok && source.ok) return store.setState({ status: 'ready', ...tokens.value, ...source.value })
    if (refused !== undefined) feedback.reportLoad(refused)
    store.setState({ status: 'failed' })
  }
  const showErrors = (found: readonly (readonly [field: string, sentence: string])[]) =>
    store.setState({
      errors: Object.fromEntries(found.map(([field, text]) => [field === 'expiresInDays' ? 'days' : field, text])),
    })
  /** One call at a time; then everything is read again. Whether it was made, and succeeded. */
  async function during(work: () => Promise<boolean>): Promise<boolean> {
    if (store.getState().isBusy) return false
    feedback.clear()
    store.setState({ isBusy: true, errors: {} })
    const isDone = await work()
    store.setState({ isBusy: false })
    await fetch()
    return isDone
  }
  return {
    ...store,
    fetch,
    type: (values) => store.setState(({ typed }) => ({ typed: { ...typed, ...values }, errors: {} })),
    async create() {
      const { name, days, dryRun } = store.getState().typed
      const body = { name, expiresInDays: days, ...(dryRun ? { dryRun } : {}) }
      const violations = violationsOf(NewScimToken, body)
      if (violations.length > 0) {
        showErrors(violations.map(({ fieldID, errorID }) => [fieldID, say(errorID as 'SCIM_TOKEN_DAYS')]))
        return false
      }
      return during(async () => {
        const answer = await client.call(createScimToken, { params, body })
        const details = answer.ok || answer.problem.kind !== 'expected' ? [] : answer.problem.details
        if (answer.ok) store.setState({ created: answer.value, typed: untyped })
        else if (details.length === 0) feedback.report(answer.problem)
        else showErrors(details.map(({ fieldID = '', errorMessage }) => [fieldID, errorMessage]))
        return answer.ok
      })
    },
    async turn({ id: tokenId, name }, active) {
      await during(async () => {
        const answer = await client.call(updateScimToken, { params: { ...params, tokenId }, body: { active } })
        if (answer.ok) feedback.openSuccess(say(active ? 'scimTokens.enabled' : 'scimTokens.disabled', { name }))
        else feedback.report(answer.problem)
        return answer.ok
      })
    },
    remove: ({ id: tokenId, name }) =>
      during(async () => {
        const answer = await client.call(deleteScimToken, { params: { ...params, tokenId } })
        const isGone = answer.ok || (answer.problem.kind === 'expected' && answer.problem.status === 404)
        if (isGone) feedback.openSuccess(say('scimTokens.deleted', { name }))
        else feedback.report(answer.problem)
        return isGone
      }),
    async preview() {
      feedback.clear()
      const answer = await client.call(previewGroupSource, { params })
      if (answer.ok) return answer.value
      feedback.report(answer.problem)
      return undefined
    },
    async choose(source) {
      await during(async () => {
        const answer = await client.call(putGroupSource, { params, body: { source } })
        if (answer.ok) feedback.openSuccess(say(`groupSource.now.${source}`))
        else feedback.report(answer.problem)
        return answer.ok
      })
    },
    hide: () => store.setState({ created: undefined, typed: untyped, errors: {} }),
  }
}
