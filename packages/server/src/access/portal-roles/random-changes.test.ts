import { deleteIdentityProvider, listIdentityProviders, putPrimaryIdp, rejectPrimaryIdp } from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { mintToken } from '../../testing/mint-token.ts'
import { providerChanges, type Person, type ProviderChanges } from '../../testing/provider-changes.ts'
import { randomChoices, type RandomChoices } from '../../testing/random-choices.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { postForm, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import {
  createBrowser,
  createTestServer,
  rsaKeys,
  signAssertion,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

/** Without the guard each of these ends without a path. `PORTICO_SEED=7` runs another sequence. */
const seeds = process.env['PORTICO_SEED'] === undefined ? [2, 5, 6] : [Number(process.env['PORTICO_SEED'])]
const steps = 24
const keys = rsaKeys()

let server: TestServer
let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

it.each(seeds)(
  'random changes never take the last path to Security Admin: sequence %i',
  { timeout: 120_000 },
  async (seed) => {
    const world = await newWorld(seed)
    const done: string[] = []
    try {
      await world.signIn({ name: 'ada', groups: ['admins'], roles: ['admins'] })
      for (let step = 0; step < steps; step += 1) {
        done.push(await world.change())
        expect(await world.run.paths()).not.toEqual([])
      }
      // What the paths promise, asked of real sign-ins.
      expect(await world.administrators()).not.toEqual([])
    } catch (error) {
      throw new Error(`seed ${seed}, after:\n  ${done.join('\n  ')}\n${String(error)}`, { cause: error })
    }
  },
)

type Member = { readonly name: string; readonly groups: readonly string[]; readonly roles: readonly string[] }

/** The people at the company's provider. They never change there. */
const members: readonly Member[] = [
  { name: 'ada', groups: ['admins'], roles: ['admins'] },
  { name: 'bob', groups: ['staff'], roles: ['staff', 'leads'] },
  { name: 'cleo', groups: ['leads', 'staff'], roles: [] },
  { name: 'dan', groups: [], roles: ['admins'] },
]

const configurations = [
  { groupClaim: 'groups', groupTransforms: [] },
  { groupClaim: 'roles', groupTransforms: [] },
  { groupClaim: 'absent', groupTransforms: [] },
  { groupClaim: 'groups', groupTransforms: [{ kind: 'keep', pattern: 'staff|leads' }] },
  { groupClaim: 'groups', groupTransforms: [{ kind: 'replace', pattern: 'admins', replacement: 'leads' }] },
]

async function newWorld(seed: number) {
  const choose = randomChoices(seed)
  const slug = `random${seed}`
  const domains = { Main: [`main.${slug}.example`, `main2.${slug}.example`], Next: [`next.${slug}.example`] }
  const account = { environment: 'production', name: 'administrator', key1: keys.publicPem }
  const tenant = await server.importTenant({
    ...tenantWith(slug, [
      providerEntry(provider.issuer, { suffixes: domains.Main.slice(0, 1) }),
      providerEntry(provider.issuer, { name: 'Next', primary: false, suffixes: domains.Next }),
    ]),
    serviceAccounts: [{ ...account, applications: ['portal:security-admin'] }],
  })
  const run = providerChanges(server, tenant, provider)
  const admin = await bearer(tenant.serviceAccountIds.get('administrator') ?? '')
  const ids = { Main: run.idOf('Main'), Next: run.idOf('Next') }
  const everywhere = [...domains.Main, ...domains.Next]
  const at = (member: Member, domain: string): Person => ({ ...member, username: `${member.name}@${domain}` })

  /** A sign-in with whatever username leads to a provider. */
  async function signIn(member: Member, where = everywhere): Promise<Browser | undefined> {
    for (const domain of where) {
      const { browser, error } = await run
        .signIn(at(member, domain))
        .catch(() => ({ browser: undefined, error: 'no provider' }))
      if (error === null) return browser
    }
    return undefined
  }

  async function administrators(): Promise<string[]> {
    const found: string[] = []
    for (const member of members)
      for (const domain of everywhere) {
        const browser = await signIn(member, [domain])
        if (browser !== undefined && (await browser.core.client.call(listIdentityProviders, {})).ok)
          found.push(`${member.name}@${domain}`)
      }
    return found
  }

  const changes = { choose, run, admin, ids, domains, at, signIn, groups: () => groupsOf(tenant.id) }
  return { run, signIn, administrators, change: () => change(changes) }
}

type World = {
  readonly choose: RandomChoices
  readonly run: ProviderChanges
  readonly admin: Browser
  readonly ids: Readonly<Record<'Main' | 'Next', string>>
  readonly domains: Readonly<Record<'Main' | 'Next', readonly string[]>>
  readonly at: (member: Member, domain: string) => Person
  readonly signIn: (member: Member, where?: string[]) => Promise<Browser | undefined>
  readonly groups: () => Promise<{ id: string; claim: string; identity_provider_id: string }[]>
}

/** One random change, sometimes two at once. Answers what it was and how it ended. */
async function change(world: World): Promise<string> {
  const { choose } = world
  if (choose.next() < 0.15) {
    const [one, other] = [administration(world), administration(world)]
    return `at once: ${(await Promise.all([one(), other()])).join(' | ')}`
  }
  return choose.next() < 0.55 ? administration(world)() : people(world)()
}

function administration({ choose, run, admin, ids, domains, groups }: World): () => Promise<string> {
  const name = choose.oneOf(['Main', 'Main', 'Next'] as const)
  const id = ids[name]
  const config = choose.oneOf(configurations)
  const suffixes = choose.oneOf([domains[name].slice(0, 1), domains[name].slice(-1), domains[name]])
  const enabled = choose.next() < 0.5
  const dice = choose.next()
  const some = (claims: string[]) => [...new Set(claims)].toSorted().filter((_, index) => (index + dice * 10) % 2 < 1)
  const told = async (what: string, call: Promise<{ ok: boolean; problem?: object }>) => {
    const outcome = await call
    return `${what} -> ${outcome.ok ? 'ok' : ((outcome.problem as { errorID?: string }).errorID ?? 'failed')}`
  }
  return choose.oneOf([
    () => told(`draft ${name} ${JSON.stringify(config)}`, run.draft(admin, id, { config })),
    () => told(`draft ${name} formats ${suffixes.join()}`, run.draftFormats(admin, id, suffixes)),
    () => told(`draft ${name} enabled=${enabled}`, run.draft(admin, id, { enabled })),
    () => told(`keep ${name}`, run.keep(admin, id)),
    () => told(`keep ${name}`, run.keep(admin, id)),
    () => told(`keep ${name}`, run.keep(admin, id)),
    () => told(`revert ${name}`, run.revert(admin, id)),
    async () => {
      const claims = some((await groups()).map(({ claim }) => claim))
      return told(`map ${name} ${claims.join()}`, run.map(admin, id, claims))
    },
    async () => {
      const group = (await groups()).find((one) => one.identity_provider_id === id)?.id ?? null
      const body = { idp: id, group, graceSecs: dice < 0.5 ? 0 : 3600 }
      return told(`switch to ${name}`, admin.core.client.call(putPrimaryIdp, { body }))
    },
    () => told('reject the switch', admin.core.client.call(rejectPrimaryIdp, {})),
    ...(dice < 0.1
      ? [() => told(`delete ${name}`, admin.core.client.call(deleteIdentityProvider, { params: { id } }))]
      : []),
  ])
}

function people({ choose, run, admin, ids, domains, at, signIn }: World): () => Promise<string> {
  const name = choose.oneOf(['Main', 'Main', 'Next'] as const)
  const member = choose.oneOf(members)
  const domain = choose.oneOf(domains[name])
  const test = async () =>
    `test ${name} by ${member.name}@${domain} -> ${await run.test(admin, ids[name], at(member, domain))}`
  const accept = async () => {
    const browser = await signIn(member, [domain])
    if (browser === undefined) return `accept by ${member.name}@${domain} -> not signed in`
    const { status } = await postForm(browser, '/api/portal/idp-switch', { action: 'accept' })
    return `accept by ${member.name}@${domain} -> ${status}`
  }
  const visit = async () =>
    `sign in ${member.name}@${domain} -> ${(await signIn(member, [domain])) === undefined ? 'refused' : 'ok'}`
  return choose.oneOf([test, test, test, visit, visit, accept])
}

function groupsOf(tenantId: string) {
  return tenantScope(server.database, tenantId).transaction((tx) =>
    tx.db.selectFrom('groups').select(['id', 'claim', 'identity_provider_id']).orderBy('claim').execute(),
  )
}

/** The administrator is a program: the sessions of people end with what the changes do to them. */
async function bearer(account: string): Promise<Browser> {
  const token = await mintToken(server, signAssertion(keys.privateKey, account))
  const fetch = (request: Request) => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    return server.fetch(new Request(request, { headers }))
  }
  return createBrowser({ fetch }, server.deps.settings.baseUrl)
}
