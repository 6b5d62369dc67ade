import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Problem } from '../../kit/http/problem.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import {
  createApiToken,
  listApiTokenApplications,
  listApiTokenRoles,
  listApiTokenTenantRoles,
  revokeApiToken,
  revokeOwnApiToken,
  type ApiToken,
  type ApiTokenApplication,
  type ApiTokenChoice,
  type CreatedApiToken,
} from './contract.ts'
import { apiTokenList, type ApiTokenScope } from './list.ts'
import { ApiTokenInput } from './rules.ts'

/** What is typed for a new token. */
export type ApiTokenTyped = {
  readonly appId: string
  readonly roles: readonly string[]
  readonly tenantRoles: readonly string[]
  readonly name: string
  readonly days: number
}

export type ApiTokensState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** null: none is selected in this session. */
  readonly environment: { readonly id: string; readonly name: string } | null
  readonly applications: readonly ApiTokenApplication[]
  /** Roles of the chosen application; undefined while they are read, and before one is chosen. */
  readonly roles: readonly ApiTokenChoice[] | undefined
  readonly tenantRoles: readonly ApiTokenChoice[]
  /** Lives to choose from, in days. */
  readonly lives: readonly number[]
  readonly typed: ApiTokenTyped
  /** Sentences about what is typed, by field. */
  readonly errors: Readonly<Partial<Record<keyof ApiTokenTyped, string>>>
  /** The token that was just created. It cannot be read again. */
  readonly created: CreatedApiToken | undefined
  readonly isBusy: boolean
}

export type ApiTokensStore = StoreApi<ApiTokensState> & {
  /** Reads what the person can choose. */
  fetch(): Promise<void>
  type(values: Partial<Omit<ApiTokenTyped, 'appId'>>): void
  /** Chooses an application and reads the person's roles there. */
  choose(appId: string): Promise<void>
  /** Whether the token was created. */
  create(): Promise<boolean>
  /** Revokes an active token, of oneself or as an administrator; the list is read again. */
  revoke(token: Pick<ApiToken, 'id' | 'name'>, scope: ApiTokenScope): Promise<void>
  /** Forgets the token, after it was copied and when the screen is left, and what was typed. */
  hide(): void
}

/** Lives that a form offers, in days, as far as the server allows them. */
const livesOffered = [1, 7, 30, 90, 180, 365]

/** API tokens of the signed-in person. `core.lazily(createApiTokensStore)`. */
export function createApiTokensStore({ client, feedback, lazily, say }: LazyParts): ApiTokensStore {
  const untyped = (days: number): ApiTokenTyped => ({ appId: '', roles: [], tenantRoles: [], name: '', days })
  let defaultDays = 0
  const store = createStore<ApiTokensState>(() => ({
    status: 'loading',
    environment: null,
    applications: [],
    roles: undefined,
    tenantRoles: [],
    lives: [],
    typed: untyped(0),
    errors: {},
    created: undefined,
    isBusy: false,
  }))
  const fail = (problem: Problem) => {
    feedback.reportLoad(problem)
    store.setState({ status: 'failed' })
  }
  const refresh = () => listOf({ lazily }, apiTokenList).refresh()
  const showErrors = (found: readonly (readonly [field: string, sentence: string])[]) =>
    store.setState({ errors: Object.fromEntries(found.map(([field, text]) => [fieldOf(field), text])) })

  return {
    ...store,
    async fetch() {
      const [choices, custom] = await Promise.all([
        client.call(listApiTokenApplications),
        client.call(listApiTokenTenantRoles),
      ])
      if (!choices.ok) return fail(choices.problem)
      if (!custom.ok) return fail(custom.problem)
      const { applications, environment, maxDays } = choices.value
      defaultDays = choices.value.defaultDays
      const lives = [...livesOffered, defaultDays, maxDays].filter((days) => days <= maxDays)
      store.setState({
        status: 'ready',
        environment,
        applications,
        tenantRoles: custom.value.tenantRoles,
        lives: [...new Set(lives)].toSorted((a, b) => a - b),
        typed: untyped(defaultDays),
        roles: undefined,
        errors: {},
      })
    },
    type: (values) => store.setState(({ typed }) => ({ typed: { ...typed, ...values }, errors: {} })),
    async choose(appId) {
      store.setState(({ typed }) => ({ typed: { ...typed, appId, roles: [] }, roles: undefined, errors: {} }))
      const answer = await client.call(listApiTokenRoles, { params: { appId } })
      if (store.getState().typed.appId !== appId) return
      if (answer.ok) store.setState({ roles: answer.value.roles })
      else feedback.report(answer.problem)
    },
    async create() {
      const { typed, isBusy } = store.getState()
      if (isBusy) return false
      feedback.clear()
      const { appId, name, roles, tenantRoles, days } = typed
      const body = { name, roles: [...roles], tenantRoles: [...tenantRoles], expiresInDays: days }
      const violations = violationsOf(ApiTokenInput, body)
      const missing = appId === '' ? ([['appId', say('apiTokens.chooseApplication')]] as const) : []
      if (missing.length + violations.length > 0) {
        const said = violations.map(
          ({ fieldID, errorID }) => [fieldID, say(errorID as 'API_TOKEN_NAME_REQUIRED')] as const,
        )
        showErrors([...missing, ...said])
        return false
      }
      store.setState({ isBusy: true, errors: {} })
      const answer = await client.call(createApiToken, { params: { appId }, body })
      store.setState({ isBusy: false })
      if (!answer.ok) {
        const details = answer.problem.kind === 'expected' ? answer.problem.details : []
        if (details.length === 0) feedback.report(answer.problem)
        else showErrors(details.map(({ fieldID = '', errorMessage }) => [fieldID, errorMessage]))
        return false
      }
      store.setState({ created: answer.value, typed: untyped(defaultDays), roles: undefined })
      await refresh()
      return true
    },
    async revoke({ id, name }, scope) {
      feedback.clear()
      const endpoint = scope === 'all' ? revokeApiToken : revokeOwnApiToken
      const answer = await client.call(endpoint, { params: { id } })
      await refresh()
      if (answer.ok) feedback.openSuccess(say('apiTokens.revoked', { name }))
      else feedback.report(answer.problem)
    },
    hide: () => store.setState({ created: undefined, typed: untyped(defaultDays), roles: undefined, errors: {} }),
  }
}

/** The field of the form that a field of the call belongs to. */
function fieldOf(field: string): string {
  const [first = ''] = field.split('.')
  return first.startsWith('expires') ? 'days' : first
}
