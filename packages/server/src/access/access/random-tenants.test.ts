import {
  explainAccess,
  getLauncherApplications,
  getPrincipalInfo,
  listEnvironments,
  listOpeners,
  type Outcome,
} from '@portico/core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { randomChoices } from '../../testing/random-choices.ts'
import { createTestServer, withoutRateLimits, type TestServer } from '../../testing/test-server.ts'
import { naiveAccess } from './testing/naive-access.ts'
import { browserOf, randomModel, storeModel, type User } from './testing/random-tenant.ts'

/** `PORTICO_SEED=7` runs one other tenant; without it, some are the same each time and one is new. */
const seeds =
  process.env['PORTICO_SEED'] === undefined
    ? [1, 2, 3, 4, 5, 6, Date.now() % 1_000_000]
    : [Number(process.env['PORTICO_SEED'])]

let server: TestServer

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(() => server?.close())

it.each(seeds)(
  'launcher, environments, explain and the people of an application agree with the plain rules: tenant %i',
  { timeout: 120_000 },
  async (seed) => {
    const model = randomModel(randomChoices(seed))
    const naive = naiveAccess(model)
    const tenantId = await storeModel(server, model)
    const [first] = model.users
    if (first === undefined) throw new Error('There is no administrator.')
    const admin = await browserOf(server, tenantId, first, null)
    const ask = admin.core.client

    for (const user of model.users) {
      await asThePerson(user)
      await asExplained(user)
    }
    for (const place of model.placed) await asListed(place)

    /** What the person sees, in each environment. */
    async function asThePerson(user: User): Promise<void> {
      for (const { id } of model.environments) {
        const { core } = await browserOf(server, tenantId, user, id)
        const outcome = await core.client.call(getLauncherApplications)
        const about = `${user.username} in ${id}`
        expect(outcome.ok, about).toBe(naive.canSignIn(user))
        if (!outcome.ok) continue
        const isOpen = naive.environmentsOf(user).some((environment) => environment.id === id)
        const opened = isOpen ? naive.applicationsIn(user, id) : []
        expect(shown(outcome.value.applications), about).toEqual(
          shown(opened.map((one) => ({ ...one, roles: naive.rolesAt(user, id, one.id) }))),
        )
        const { portalRoles } = valueOf(await core.client.call(getPrincipalInfo))
        expect(portalRoles, about).toEqual(naive.isAdmin(user) ? ['security-admin'] : [])
        const { environments } = valueOf(await core.client.call(listEnvironments))
        expect(environments.map((one) => one.id).toSorted(), about).toEqual(
          naive
            .environmentsOf(user)
            .map((one) => one.id)
            .toSorted(),
        )
      }
    }

    async function asExplained(user: User): Promise<void> {
      const all = valueOf(await ask.call(explainAccess, { query: { user: user.id } }))
      expect(all.access?.securityAdmin, user.username).toBe(naive.isAdmin(user))
      const roles = all.access?.roles.map(({ kind, environment, id }) =>
        [kind, environment?.id, id].filter((part) => part !== undefined).join(' '),
      )
      expect(roles?.toSorted(), user.username).toEqual(naive.shownRoles(user).toSorted())
      const everywhere = model.environments.flatMap(({ id }) =>
        naive
          .applicationsIn(user, id)
          .map((one) => `${id} ${one.id} ${naive.rolesAt(user, id, one.id).toSorted().join()}`),
      )
      const explained = all.access?.applications.map(
        ({ id, environment, roles }) => `${environment.id} ${id} ${roles.toSorted().join()}`,
      )
      expect(explained?.toSorted(), user.username).toEqual(everywhere.toSorted())
      for (const { environmentId, applicationId } of model.placed) {
        const query = { user: user.id, environment: environmentId, application: applicationId }
        const { allowed } = valueOf(await ask.call(explainAccess, { query }))
        expect(allowed, `${user.username} at ${applicationId} in ${environmentId}`).toBe(
          naive.canSignIn(user) && naive.groupsOpen(user, environmentId, applicationId),
        )
      }
    }

    async function asListed({ environmentId: envId, applicationId: appId }: (typeof model.placed)[number]) {
      const { people, total } = valueOf(await ask.call(listOpeners, { params: { envId, appId } }))
      const openers = model.users.filter((user) => naive.canSignIn(user) && naive.groupsOpen(user, envId, appId))
      expect(shown(people), `${appId} in ${envId}`).toEqual(
        shown(openers.map((user) => ({ id: user.id, roles: naive.rolesAt(user, envId, appId) }))),
      )
      expect(total).toBe(openers.length)
    }
  },
)

/** Ids with roles, in no particular order. */
function shown(all: readonly { readonly id: string; readonly roles: readonly string[] }[]): string[] {
  return all.map(({ id, roles }) => `${id} ${[...roles].toSorted().join()}`).toSorted()
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
