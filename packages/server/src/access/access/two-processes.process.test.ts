import {
  explainAccess,
  getAppRoleGroups,
  getLauncher,
  getLauncherApplications,
  getPortalRoleGroups,
  listAdminEnvironments,
  listApplications,
  listGroups,
  listMappings,
  listOpeners,
  listRoles,
  securityAdminRole,
  setAppRoleGroups,
  setPortalRoleGroups,
  type Outcome,
} from '@portico/core'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSecretKeys } from '../../kit/secrets/secret-keys.ts'
import { startListeningProxy, type ListeningProxy } from '../../sign-in/sessions/testing/listening-proxy.ts'
import { killableServers, type KillableServers } from '../../testing/killable-server.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

/** The promise of design "The API": a change counts at once where it was made, and everywhere within 5 s. */
const withinMs = 5_000
const timeout = 120_000

let server: TestServer
let processes: KillableServers
let proxy: ListeningProxy
/** The same people, in the process where changes are made and in the other one. */
let near: People
let far: People

type People = { readonly admin: Browser; readonly other: Browser; readonly person: Browser }

beforeAll(async () => {
  const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
  const secrets = createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY }))
  server = await createTestServer(withoutRateLimits(), { secrets })
  const { url, appUrl } = server.database
  proxy = await startListeningProxy(appUrl)
  processes = await killableServers({ DATABASE_URL: url, PORTICO_APP_DATABASE_URL: appUrl, PORTICO_SECRET_KEY })
  const acme = await server.importTenant(smallTenant('acme'))
  const made: People = {
    admin: await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] }),
    other: await signedIn(server, acme, { username: 'olu@acme.example', groups: ['managers'] }),
    person: await signedIn(server, acme, { username: 'bo@acme.example', groups: ['staff', 'guests'] }),
  }
  // As after sign-ins: who administers is proven.
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    db
      .updateTable('users')
      .set({ last_sign_in_at: new Date(Date.now() + 1000) })
      .execute(),
  )
  const [here, there] = [
    await processes.start(),
    await processes.start({ more: { PORTICO_LISTEN_DATABASE_URL: proxy.url } }),
  ]
  const at = (process: typeof here): People => ({
    admin: process.as(made.admin),
    other: process.as(made.other),
    person: process.as(made.person),
  })
  near = at(here)
  far = at(there)
}, timeout)
afterAll(async () => {
  await processes?.remove()
  await proxy?.close()
  await server?.close()
}, timeout)

/** What the launcher, explain, the people of the application and the matrix say of Billing in Production. */
async function seenAt({ admin, person }: People) {
  const { envId, appId } = await billing()
  const params = { envId, appId }
  const query = { user: 'bo@acme.example', environment: envId, application: appId }
  const launcher = valueOf(await person.core.client.call(getLauncherApplications)).applications
  const explained = valueOf(await admin.core.client.call(explainAccess, { query }))
  const openers = valueOf(await admin.core.client.call(listOpeners, { params }))
  const { mappings } = valueOf(await admin.core.client.call(listMappings, { params: { envId }, query: { app: appId } }))
  const viewer = mappings.find(({ role }) => role === 'viewer')
  return {
    launcher: launcher.find(({ id }) => id === appId)?.roles ?? [],
    explained: explained.access?.roles.map(({ label }) => label) ?? [],
    people: openers.people.find(({ username }) => username === 'bo@acme.example')?.roles ?? [],
    matrix: viewer?.groups.some(({ name }) => name === 'staff') ? ['Viewer'] : [],
  }
}

const all = (roles: readonly string[]) => ({ launcher: roles, explained: roles, people: roles, matrix: roles })

async function billing() {
  const { environments } = valueOf(await near.admin.core.client.call(listAdminEnvironments))
  const envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const { applications } = valueOf(await near.admin.core.client.call(listApplications, { params: { envId } }))
  const appId = applications.find(({ label }) => label === 'Billing')?.id ?? ''
  const { roles } = valueOf(await near.admin.core.client.call(listRoles, { params: { envId, appId } }))
  return { envId, appId, roleId: roles.find(({ name }) => name === 'viewer')?.id ?? '' }
}

/** Maps the role Viewer of Billing to these groups, by an administrator of the near process. */
async function mapViewerTo(names: readonly string[]): Promise<void> {
  const params = await billing()
  const { client } = near.admin.core
  const { tenantGroups } = valueOf(await client.call(getAppRoleGroups, { params }))
  const known = valueOf(await client.call(listGroups)).tenantGroups
  const idp = tenantGroups[0]?.idp ?? known[0]?.idp ?? ''
  const groups = known.flatMap((one) => one.groups.filter(({ name }) => names.includes(name)).map(({ id }) => id))
  valueOf(await client.call(setAppRoleGroups, { params, body: { tenantGroups: [{ idp, groups }] } }))
}

/** Asks until the answer is as expected; every question that begins after 5 s has to be answered so. */
async function within5s<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  const changedAt = performance.now()
  for (;;) {
    const begunAt = performance.now()
    const answer = await ask()
    if (JSON.stringify(answer) === JSON.stringify(expected)) return
    if (begunAt - changedAt >= withinMs) expect(answer).toEqual(expected)
  }
}

/** Whether the second administrator administers, by the menu of the launcher and by explain. */
async function administersAt(people: People) {
  const { routes } = valueOf(await people.other.core.client.call(getLauncher))
  const query = { user: 'olu@acme.example' }
  const { access } = valueOf(await people.admin.core.client.call(explainAccess, { query }))
  return { menu: routes.length > 1, explained: access?.securityAdmin }
}

async function mapSecurityAdminTo(names: readonly string[]): Promise<void> {
  const { client } = near.admin.core
  const params = { id: securityAdminRole }
  const { idp } = valueOf(await client.call(getPortalRoleGroups, { params }))
  const known = valueOf(await client.call(listGroups)).tenantGroups
  const groups = known.flatMap((one) => one.groups.filter(({ name }) => names.includes(name)).map(({ id }) => id))
  valueOf(await client.call(setPortalRoleGroups, { params, body: { idp, groups } }))
}

describe.each([
  ['that listens', () => proxy.mend()],
  ['whose LISTEN is silent', () => proxy.silence()],
  ['whose LISTEN is cut', () => proxy.cut()],
])('a mapping changed on one server process, and another one %s', (_, fault) => {
  it(
    'launcher, explain, people and matrix agree at once on the first, and within 5 s on the other',
    async () => {
      await mapViewerTo(['staff'])
      await within5s(() => seenAt(far), all(['Viewer']))
      fault()
      await mapViewerTo(['finance'])
      expect(await seenAt(near)).toEqual(all([]))
      await within5s(() => seenAt(far), all([]))
      await mapViewerTo(['staff'])
      expect(await seenAt(near)).toEqual(all(['Viewer']))
      await within5s(() => seenAt(far), all(['Viewer']))
    },
    timeout,
  )

  it(
    'Security Admin counts at once on the first, and within 5 s on the other',
    async () => {
      await mapSecurityAdminTo(['admins', 'managers'])
      await within5s(() => administersAt(far), { menu: true, explained: true })
      fault()
      await mapSecurityAdminTo(['admins'])
      expect(await administersAt(near)).toEqual({ menu: false, explained: false })
      await within5s(() => administersAt(far), { menu: false, explained: false })
    },
    timeout,
  )
})

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
