import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { makePng, openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot)
})
afterEach(() => at?.close())

const branding = (...argv: string[]) => at.run(['branding', ...argv])
const shown = async () => JSON.parse((await branding('show', '--json')).stdout) as Record<string, string | null>
const changes = () => at.received.filter(({ method, path }) => method !== 'GET' && path.includes('branding'))

test('branding is set in parts, shown and reset', async () => {
  writeFileSync(join(at.terminal.folder, 'logo.png'), makePng(64, 32))
  const first = await branding('set', '--name', 'Acme Works', '--primary-color', '#0A4FA3')
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('The branding was saved.')])
  expect(changes()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
  const logo = join(at.terminal.folder, 'logo.png')
  expect((await branding('set', '--privacy-url', 'https://acme.example/p', '--logo', logo)).code).toBe(0)
  expect(await shown()).toEqual({
    name: 'Acme Works',
    primaryColor: '#0a4fa3',
    accentColor: null,
    privacyPolicyUrl: 'https://acme.example/p',
    logo: expect.stringMatching(/^\/api\/login\/branding\/[\w-]{22}\/logo\/[0-9a-f]{64}$/),
    signInPath: expect.stringMatching(/^\/login\?brand=[\w-]{22}$/),
  })
  expect((await branding('set', '--name', '')).code).toBe(0)
  expect(await shown()).toMatchObject({ name: null, primaryColor: '#0a4fa3' })
  const before = (await branding('show', '--json')).stdout
  const asked = await branding('reset')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('add -y')])
  expect((await branding('show', '--json')).stdout).toBe(before)
  expect((await branding('reset', '-y')).stderr).toContain('The branding was removed.')
  expect(await shown()).toMatchObject({ primaryColor: null, privacyPolicyUrl: null, logo: null })
})

test.each([
  [['--primary-color', 'red'], 'Enter a colour as # and six hexadecimal digits, such as #0a4fa3.'],
  [['--accent-color', '#ffd400'], 'An accent colour needs a primary colour. Set the primary colour too.'],
  [['--privacy-url', 'javascript:alert(1)'], 'Enter an address that begins with https://, without a user name.'],
  [['--name', 'Acme \u202eemcA'], 'character'],
])('set %j ends with 3: %s', async (argv, sentence) => {
  const { code, stderr } = await branding('set', ...argv)
  expect([code, stderr]).toEqual([3, expect.stringContaining(sentence)])
  expect(changes()).toEqual([])
})

test('an SVG logo is rejected by the server, and a dry run sends nothing', async () => {
  const file = join(at.terminal.folder, 'logo.svg')
  writeFileSync(file, '<svg><script/></svg>')
  const dry = await branding('set', '--name', 'Acme Works', '--logo', file, '--dry-run')
  expect(dry.stdout).toContain('PUT /api/portal/admin/settings/branding/logo')
  expect(dry.stdout).toContain('name: (none) -> "Acme Works"')
  expect(changes()).toEqual([])
  const { code, stderr } = await branding('set', '--logo', file)
  expect([code, stderr]).toEqual([3, expect.stringContaining('SVG files can contain scripts and are rejected.')])
})
