import { afterAll, beforeAll, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let support: SignedInTerminal['run']

beforeAll(async () => {
  server = await openPortalServer()
  await server.open(robot)
  at = await server.open(robot, {
    tenant: { slug: 'vendor', name: 'Vendor Inc', vendor: true },
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    supportGroups: ['support'],
  })
  support = await at.person(['support'])
})
afterAll(async () => {
  await at?.close()
  await server?.close()
})

test('support lists and finds every tenant; other people and service accounts are refused', async () => {
  const { stdout, stderr } = await support(['operations', 'list', '--json', 'slug,state,health,support'])
  expect(stderr).toBe('')
  const rows = JSON.parse(stdout) as { slug: string }[]
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ slug: 'vendor', state: 'active', health: 'unused', support: 'none' })
  expect(JSON.parse((await support(['ops', 'list', '--search', 'vendor inc', '--json', 'slug'])).stdout)).toEqual([
    { slug: 'vendor' },
  ])
  expect(JSON.parse((await support(['ops', 'list', '--deactivated', '--json', 'slug'])).stdout)).toEqual([])
  const unused = await support(['ops', 'list', '--health', 'unused', '--json', 'slug'])
  expect(JSON.parse(unused.stdout)).toContainEqual({ slug: 'vendor' })
  expect(JSON.parse((await support(['ops', 'list', '--health', 'failing', '--json', 'slug'])).stdout)).toEqual([])
  expect((await support(['ops', 'list', '--health', 'fine'])).code).toBe(64)
  const others = [(argv: readonly string[]) => at.run(argv), await at.person(['admins'])]
  for (const run of others) expect((await run(['operations', 'list'])).code).toBe(5)
  expect((await support(['operations', 'list', '--limit', '0'])).code).toBe(64)
})

test('one tenant is shown with environments, providers and what expires, as lines or as JSON', async () => {
  const { stdout, code } = await support(['operations', 'show', 'vendor', '-o', 'table'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/Short name +vendor\n/)
  expect(stdout).toMatch(
    /\nEnvironments\n[^]*\nIdentity providers\nMain +OIDC, Primary\. Last sign-in: None recently\./,
  )
  expect(stdout).toContain('\nWhat expires\nNothing expires within 60 days.\n')
  const shown = JSON.parse(
    (await support(['operations', 'show', 'vendor', '--json', 'name,environments'])).stdout,
  ) as object
  expect(shown).toMatchObject({ name: 'Vendor Inc', environments: expect.any(Array) })
  expect((await support(['operations', 'show', 'nothere'])).code).toBe(6)
})
