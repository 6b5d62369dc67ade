import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'
import { nouns } from './nouns.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
beforeAll(async () => {
  server = await openPortalServer()
  at = await server.open(robot, {
    environments: [
      { slug: 'production', name: 'Production', type: 'PROD', readonly: true },
      { slug: 'operations', name: 'Operations', type: 'TEST' },
    ],
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    applications: [
      { slug: 'billing', label: 'Billing', roles: [{ name: 'reader', label: 'Reader', groups: ['admins'] }] },
    ],
  })
  writeFileSync(join(at.terminal.folder, 'token'), 'not-a-secret-in-tests')
})
afterAll(async () => {
  await at?.close()
  await server?.close()
})

/** A change of the environment by the commands of each noun that belongs to one. */
const changes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  environment: [['env', 'update', 'Production', '--name', 'Live']],
  application: [
    ['app', 'access-text', 'Billing', 'Ask the back office.'],
    ['app', 'sign-in', 'set', 'Billing', '--redirect-uri', 'https://billing.example/callback'],
  ],
  'service-account': [['sa', 'create', '--name', 'importer', '--key1', keyPair(1).publicPem]],
  mapping: [['mapping', 'set', '--app', 'Billing', '--role', 'Reader', '--none']],
  provisioning: [
    ['provisioning', 'set', '--app', 'Billing', '--url', 'https://billing.example/scim', '--token', '@token'],
  ],
}

test('the table has every noun of an environment with commands that change it', () => {
  const bound = nouns.filter(({ inEnvironment, actions }) => inEnvironment && actions.some((one) => one.changes))
  expect(Object.keys(changes)).toEqual(expect.arrayContaining(bound.map(({ name }) => name)))
})

test.each(Object.values(changes).flat())(
  'in a read-only environment, %s %s fails with exit code 5',
  async (...argv) => {
    const { code, stderr } = await at.run(argv)
    expect([code, stderr]).toEqual([5, expect.stringContaining('This environment is read-only')])
  },
)

test('a dry run says so too where the command knows it', async () => {
  const { code, stdout } = await at.run(['env', 'update', 'Production', '--name', 'Live', '--dry-run'])
  expect([code, stdout]).toEqual([5, ''])
})
