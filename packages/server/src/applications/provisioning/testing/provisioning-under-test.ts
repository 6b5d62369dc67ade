import {
  approveTakeovers,
  getProvisioning,
  listProvisioningBehind,
  listStalledProvisioning,
  listTakeovers,
  putProvisioning,
  type ProvisioningConfigInput,
  type Takeover,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import { provisioningFindings } from '../../../operator/commands/provisioning-findings.ts'
import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../../testing/test-server.ts'
import { startProvisioning } from '../queue.ts'
import { startScimApplication, type ScimApplication, type StoredResource } from './scim-application.ts'

/** The time that polls of what provisioning does may take. */
const waits = { timeout: 30_000, interval: 20 }

type Round = {
  readonly application: ScimApplication
  readonly acme: ImportedTenant
  readonly admin: Browser
  readonly params: { readonly envId: string; readonly appId: string }
}

/**
 * For a whole test file: a server, and for each test a new application and a new tenant in which ada and bob can open it and cy cannot.
 * Nothing is sent before `run`.
 */
export function provisioningUnderTest() {
  let server: TestServer | undefined
  let present: Round | undefined
  let round = 0
  let end: (() => Promise<void>) | undefined
  const at = {
    get server() {
      return begun(server)
    },
    get application() {
      return begun(present).application
    },
    get acme() {
      return begun(present).acme
    },
    get admin() {
      return begun(present).admin
    },
    /** The place of the application. */
    get params() {
      return begun(present).params
    },
    /** Differs in each test, for names. */
    get round() {
      return round
    },
  }

  beforeAll(async () => {
    server = await createTestServer()
  }, 60_000)
  afterAll(() => server?.close())
  beforeEach(async () => {
    round += 1
    const application = await startScimApplication()
    const acme = await at.server.importTenant(smallTenant(`acme${round}`))
    const admin = await signedIn(at.server, acme, { username: 'ada', groups: ['admins', 'staff', 'finance'] })
    await signedIn(at.server, acme, { username: 'bob', groups: ['staff'] })
    await signedIn(at.server, acme, { username: 'cy', groups: ['guests'] })
    present = { application, acme, admin, params: { envId: '', appId: '' } }
    const [params] = await rows<Round['params']>(
      `select e.id as "envId", a.id as "appId" from environments e, applications a where e.slug = 'production' and a.slug = 'billing'`,
    )
    present = { ...present, params: begun(params) }
  }, 60_000)
  afterEach(async () => {
    await stop()
    await at.application.close()
  })

  const rows = <Row>(text: string): Promise<Row[]> =>
    tenantScope(at.server.database, at.acme.id).transaction(
      async ({ db }) => (await sql.raw<Row>(text).execute(db)).rows,
    )
  const change = (...texts: string[]) => Promise.all(texts.map((text) => rows(text)))
  /** Time passes for everything that waits. */
  const soon = () =>
    change(
      `update provisioning_connections set compare_after = null, compared_at = null, next_attempt_at = null where removed_at is null`,
      `update provisioned_objects set next_attempt_at = now()`,
    )
  const call: Browser['core']['client']['call'] = (...asked) => at.admin.core.client.call(...asked)
  async function connect(config: Partial<ProvisioningConfigInput> = {}, bearerToken = at.application.token) {
    const answer = await call(putProvisioning, {
      params: at.params,
      body: { config: { url: at.application.url, ...config }, bearerToken },
    })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  function run(instead: Partial<Deps> = {}): void {
    end = startProvisioning({ ...at.server.deps, ...instead }, 20)
  }
  async function stop(): Promise<void> {
    await end?.()
    end = undefined
  }
  /** What is written to the log of the server. */
  function createLines() {
    const lines: object[] = []
    const warn = (about: object, message: string) => void lines.push({ ...about, message })
    return { lines, log: { ...at.server.deps.log, warn } as unknown as Deps['log'] }
  }
  async function state() {
    const answer = await call(getProvisioning, { params: at.params })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  async function behind() {
    const answer = await call(listProvisioningBehind, { params: at.params, query: {} })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.objects
  }
  async function takeovers(): Promise<readonly Takeover[]> {
    const answer = await call(listTakeovers, { params: at.params, query: {} })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.takeovers
  }
  /** Approves what is listed now, as an administrator does. */
  async function approve(listed: readonly Takeover[]) {
    const choices = listed.map(({ kind, id, account, foundAt }) => ({
      kind,
      id,
      accountId: account?.id ?? '',
      foundAt,
    }))
    const answer = await call(approveTakeovers, { params: at.params, body: { takeovers: choices } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  /** Waits until this number of takeovers is listed, and returns them. */
  async function waitingFor(count: number): Promise<readonly Takeover[]> {
    await expect.poll(async () => (await takeovers()).length, waits).toBe(count)
    return takeovers()
  }
  const settled = () =>
    expect
      .poll(async () => {
        const { behind: waiting, comparedAt } = await state()
        return comparedAt !== null && waiting === 0
      }, waits)
      .toBe(true)
  /** What the doctor says about this tenant. */
  const found = async () =>
    (await provisioningFindings(at.server.database))
      .map(({ detail }) => detail)
      .filter((one) => one.startsWith(`acme${round},`))
  /** What the overview of administrators names. */
  async function stalled(by = at.admin) {
    const answer = await by.core.client.call(listStalledProvisioning)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.stalled
  }
  const user = (name: string) => [...at.application.users.values()].find((one) => one['userName'] === name)
  const group = (name: string) => [...at.application.groups.values()].find((one) => one['displayName'] === name)
  const membersOf = (name: string) => {
    const members = (group(name)?.['members'] ?? []) as { value: string }[]
    return members.map(({ value }) => String(at.application.users.get(value)?.['userName'])).toSorted()
  }

  const doing = { rows, change, soon, call, connect, run, stop, createLines }
  const taking = { takeovers, approve, waitingFor }
  return {
    at,
    ...doing,
    ...taking,
    state,
    behind,
    settled,
    found,
    stalled,
    user,
    group,
    membersOf,
    namesOf,
    rolesOf,
    waits,
  }
}

const namesOf = (all: ReadonlyMap<string, StoredResource>) =>
  [...all.values()].map((one) => String(one['userName'] ?? one['displayName'])).toSorted()
const rolesOf = (one: StoredResource | undefined) =>
  ((one?.['roles'] ?? []) as { value: string }[]).map(({ value }) => value).toSorted()

function begun<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this exists while a test runs')
  return value
}
