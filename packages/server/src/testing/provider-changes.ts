import type { Problem } from '@portico/core'
import {
  getIdentityProvider,
  getTestLogin,
  keepIdentityProvider,
  revertIdentityProvider,
  saveUsernameFormats,
  securityAdminRole,
  setPortalRoleGroups,
  startTestLogin,
  updateIdentityProvider,
} from '@portico/core/contract'
import { sql } from 'kysely'

import { tenantScope } from '../kit/database/tenant-scope.ts'
import { securityAdminPaths } from '../providers/identity-providers/security-admin-paths.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import type { ScriptedProvider } from './scripted-provider.ts'
import { comeBack, landing, newBrowser, startAt } from './sign-in-run.ts'
import type { Browser, TestServer } from './test-server.ts'

export type Person = {
  readonly username: string
  readonly groups?: readonly string[]
  readonly roles?: readonly string[]
}

/** Sign-ins, test logins and changes of the providers of one tenant, over the real routes. */
export function providerChanges(server: TestServer, tenant: ImportedTenant, provider: ScriptedProvider) {
  const play = ({ username, groups = [], roles = [] }: Person) =>
    provider.plays({ person: { sub: username, preferred_username: username, groups, roles } })
  const read = async (by: Browser, id: string) => {
    const outcome = await by.core.client.call(getIdentityProvider, { params: { id } })
    if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
    return outcome.value
  }
  const groupId = async (claim: string, id: string) => {
    const { rows } = await tenantScope(server.database, tenant.id).transaction((tx) =>
      sql<{ id: string }>`
        select id from groups where claim = ${claim} and identity_provider_id = ${id}`.execute(tx.db),
    )
    return rows[0]?.id ?? ''
  }
  return {
    read,
    groupId,
    idOf: (name: string) => tenant.identityProviderIds.get(name) ?? '',

    /** A sign-in at the provider. `error`: the code it was refused with. */
    async signIn(person: Person, browser = newBrowser(server)) {
      play(person)
      const redirectUrl = await startAt(browser, person.username)
      const { error } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
      return { browser, error }
    },

    /** A test login of the working copy. Answers the state that it ends in. */
    async test(by: Browser, id: string, person: Person): Promise<string> {
      play(person)
      const started = await by.core.client.call(startTestLogin, { params: { id } })
      if (!started.ok) return failed(started.problem)
      const browser = newBrowser(server)
      const { pathname, search } = new URL(started.value.url)
      const to = (await browser.send(pathname + search)).headers.get('location') ?? ''
      await comeBack(browser, to, provider.authorize(to))
      const ended = await by.core.client.call(getTestLogin, { params: { id, testId: started.value.id } })
      return ended.ok ? ended.value.state : failed(ended.problem)
    },

    async draft(by: Browser, id: string, change: { enabled?: boolean; config?: Record<string, unknown> }) {
      const { name, enabled, type, config } = await read(by, id)
      const body = { name, enabled, type, ...change, config: { ...config, ...change.config } }
      return by.core.client.call(updateIdentityProvider, {
        params: { id },
        body: body as never,
      })
    },
    draftFormats: (by: Browser, id: string, suffixes: readonly string[]) =>
      by.core.client.call(saveUsernameFormats, {
        params: { id },
        body: { prefixes: [], suffixes: [...suffixes] },
      }),
    keep: (by: Browser, id: string, more: { confirmWithinSecs?: number } = {}) =>
      by.core.client.call(keepIdentityProvider, { params: { id }, body: { confirmed: true, ...more } }),
    revert: (by: Browser, id: string, change: 'draft' | 'unconfirmed' = 'draft') =>
      by.core.client.call(revertIdentityProvider, { params: { id }, query: { change } }),

    /** The groups that hold Security Admin, by their claims. */
    async map(by: Browser, id: string, claims: readonly string[]) {
      const groups = await Promise.all(claims.map((claim) => groupId(claim, id)))
      return by.core.client.call(setPortalRoleGroups, {
        params: { id: securityAdminRole },
        body: { idp: id, groups },
      })
    },

    /** Names of the groups that are proven paths to the Security Admin role. */
    async paths(): Promise<string[]> {
      const paths = await tenantScope(server.database, tenant.id).transaction(securityAdminPaths)
      return paths.map(({ group }) => group)
    },
  }
}

const failed = (problem: Problem): string => ('errorID' in problem ? (problem.errorID ?? problem.kind) : problem.kind)

export type ProviderChanges = ReturnType<typeof providerChanges>
