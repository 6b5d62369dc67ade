import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { endpoints, type Noun } from '@portico/core'
import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { FieldOption } from '../command-kit/options.ts'
import { createProgram } from '../../app/program/program.ts'
import { keyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'

type Case = { readonly path: RegExp; readonly argv: readonly string[]; readonly field: string; readonly secret: RegExp }

/** Each command that shows a secret once: the call that makes it, and how the command is given. */
const commands: Readonly<Record<string, Case>> = {
  'api-token create': {
    path: /\/apitoken\/applications\//,
    argv: ['--app', 'Billing', '--name', 'nightly'],
    field: 'token',
    secret: /pat_\w+/,
  },
  'application sign-in': {
    path: /\/sign-in\/secret$/,
    argv: ['secret', 'Billing'],
    field: 'secret',
    secret: /pcs_[\w-]+/,
  },
  'scim-token create': {
    path: /\/scim\/tokens$/,
    argv: ['--idp', 'Main', '--name', 'Entra ID'],
    field: 'token',
    secret: /[\w-]{40,}/,
  },
  'webhook create': {
    path: /\/webhooks$/,
    argv: ['--url', 'https://siem.example.com/portico'],
    field: 'secret',
    secret: /whsec_[\w+/=-]+/,
  },
  'webhook rotate-secret': {
    path: /\/webhooks\/[^/]+\/secret$/,
    argv: ['siem.example.com', '-y'],
    field: 'secret',
    secret: /whsec_[\w+/=-]+/,
  },
}

/** Calls of pages whose answer has a secret, for which there is no command; the code that `login` answers with is not secret. */
const withoutCommand = ['createRecoveryCodes', 'drillRecoveryCode', 'login']

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let person: SignedInTerminal['run']

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    applications: [
      { slug: 'billing', label: 'Billing', roles: [{ name: 'reader', label: 'Reader', groups: ['admins'] }] },
    ],
  })
  person = await at.person(['admins'])
})
afterEach(() => at?.close())

describe.each(Object.entries(commands))('%s', (name, { path, argv, field, secret }) => {
  const run = (...flags: string[]) => person([...name.split(' '), ...argv, ...flags])
  const made = () => at.received.filter((one) => one.method === 'POST' && path.test(one.path))

  beforeEach(async () => {
    if (name === 'webhook rotate-secret')
      await person(['webhook', 'create', '--url', 'https://siem.example.com/portico'])
    if (name === 'application sign-in')
      await person(['app', 'sign-in', 'set', 'Billing', '--redirect-uri', 'https://billing.example.com/callback'])
  })

  test.each([
    [['--json', 'id']],
    [['-o', 'name']],
    [['--columns', 'id']],
    [['--jq', '.id']],
    [['--jq', '.[']],
    [['--json', '--jq', `.${field}`]],
  ])('makes nothing where %j would lose the secret', async (flags) => {
    const before = made().length
    const given = name === 'application sign-in' ? flags.map((one) => (one === 'id' ? 'clientId' : one)) : flags
    const { code, stdout, stderr } = await run(...given)
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain('--out-file')
    expect(made()).toHaveLength(before)
  })

  test('neither where the setting of the output would lose it', async () => {
    const before = made().length
    const { code } = await person([...name.split(' '), ...argv], { env: { PORTICO_OUTPUT: 'name' } })
    expect(code).toBe(64)
    expect(made()).toHaveLength(before)
  })

  test.each([[[]], [['--json']], [['--json', field]], [['-o', 'csv']], [['-o', 'yaml']], [['--columns', field]]])(
    'prints it with %j',
    async (flags) => {
      const { code, stdout, stderr } = await run(...flags)
      expect([code, stderr]).toEqual([0, expect.stringContaining('not shown again')])
      expect(stdout).toMatch(secret)
    },
  )

  test.each([[['--json', 'id']], [['-o', 'name']], [['--jq', '.']]])(
    'with --out-file, %j prints the rest, and the file has it',
    async (flags) => {
      const file = join(at.terminal.folder, 'secret')
      writeFileSync(file, 'earlier', { mode: 0o644 })
      const given = name === 'application sign-in' ? flags.map((one) => (one === 'id' ? 'clientId' : one)) : flags
      const { code, stdout, stderr } = await run('--out-file', file, ...given)
      expect([code, stderr]).toEqual([0, expect.stringContaining('written to')])
      const written = readFileSync(file, 'utf8').trim()
      expect(written).toMatch(secret)
      expect(stdout).not.toContain(written)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )

  test('creates nothing if the file cannot be written', async () => {
    const before = made().length
    writeFileSync(join(at.terminal.folder, 'no-folder'), '')
    const { code } = await run('--out-file', 'no-folder/secret')
    expect(code).toBe(3)
    expect(made()).toHaveLength(before)
  })

  test('leaves an earlier file as it is where the server refuses', async () => {
    const file = join(at.terminal.folder, 'secret')
    writeFileSync(file, 'earlier')
    at.before = (one) =>
      one.method === 'POST' && path.test(one.path) ? { status: 409, body: { errorMessage: 'No.' } } : undefined
    expect((await run('--out-file', file)).code).toBe(7)
    expect(readFileSync(file, 'utf8')).toBe('earlier')
    expect(existsSync(`${file}.${process.pid}.new`)).toBe(false)
  })
})

test('the list above has every command whose output has a field that is shown once', () => {
  const found: string[] = []
  const walk = (command: Command, name: string) => {
    const noun = command.options.find((one): one is FieldOption => one instanceof FieldOption)?.noun as Noun | undefined
    if (noun?.fields.some((one) => one.shownOnce)) found.push(name.trim())
    for (const child of command.commands) walk(child, `${name} ${child.name()}`)
  }
  const io = { stdout: { isTTY: false }, env: {} }
  walk(
    createProgram({ io, version: '0' } as never, () => Promise.resolve()),
    '',
  )
  expect(found.toSorted()).toEqual(Object.keys(commands))
})

test('the list above has every call whose answer has a secret', () => {
  const secrets = /^(?:secret|token|codes|code)$/
  const made = endpoints.filter(({ method, reply }) => {
    const entries = (reply as { entries?: Record<string, unknown> } | undefined)?.entries ?? {}
    return method === 'POST' && Object.keys(entries).some((name) => secrets.test(name))
  })
  const without = made.filter(
    ({ path }) => !Object.values(commands).some((one) => one.path.test(path.replaceAll(/\{\w+\}/g, 'x'))),
  )
  expect(without.map(({ name }) => name).toSorted()).toEqual(withoutCommand.toSorted())
})
