import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPart } from './support/access-token.ts'
import { examples, runExample, startExample } from './support/examples.ts'
import { startFakeIssuer, type FakeIssuer } from './support/fake-issuer.ts'
import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import type { ListeningProgram } from './support/listening-program.ts'
import { registerClient } from './support/register-client.ts'
import { runProcess } from './support/run-process.ts'
import { startDemo, type ServerProcess } from './support/server-process.ts'
import {
  expired,
  openServiceTokens,
  signedByAnother,
  unsigned,
  withOtherClaims,
  withOtherSignature,
  type ServiceTokens,
} from './support/service-tokens.ts'
import { openShell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

// The programs that docs/guides/applications.md shows, each against the built server.
const folder = temporaryFolder()
const installation = builtInstallation()
const all = examples(folder.path)
const servers = new Map<string, ListeningProgram>()
/** A token that the server of each language accepted. */
const accepted = new Map<string, string>()
let demo: ServerProcess
let tokens: ServiceTokens
let fake: FakeIssuer

beforeAll(async () => {
  const env = { PORTICO_ACCESS_TOKEN_SECONDS: '45' }
  demo = await startDemo(installation, { dataDir: join(folder.path, 'demo'), env })
  tokens = await openServiceTokens(demo)
  fake = await startFakeIssuer()
})
afterAll(async () => {
  for (const server of servers.values()) await server.stop()
  await fake?.stop()
  await demo?.stop()
  folder.remove()
})

async function ask(server: ListeningProgram | undefined, path: string, token?: string): Promise<Response> {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return fetch(`${server?.url}${path}`, { headers })
}

describe.each(all)('$language', (example) => {
  const { language, missing, prepare, server } = example
  if (missing !== undefined) {
    test.skip(`is skipped: this machine does not have ${missing}`, () => {})
    process.stderr.write(`examples: ${language} is skipped, because this machine does not have ${missing}.\n`)
    return
  }
  let good: string
  beforeAll(async () => {
    if (prepare !== undefined) await runExample(example, prepare)
    if (server !== undefined) servers.set(language, await startExample(example, at(demo.url)))
    good = await tokens.good()
  })
  const at = (issuer: string) => ({ issuer, audience: tokens.audience })
  const statusOf = async (token: string, path = '/invoices') => (await ask(servers.get(language), path, token)).status

  test('gets a token for the application, with the key of the service account', async () => {
    const { id, keyFile } = tokens.account
    const env = { ISSUER: demo.url, ACCOUNT: id, KEY_FILE: keyFile, RESOURCE: tokens.audience }
    good = (await runExample(example, example.token, env)).trim()
    expect(readPart(good, 1)).toMatchObject({ iss: demo.url, aud: tokens.audience, sub: id, roles: ['clerk'] })
    const wrong = { ...env, RESOURCE: 'urn:portico:acme:application:payroll' }
    await expect(runExample(example, example.token, wrong)).rejects.toThrow('invalid_target')
  })

  if (server === undefined) return

  test('accepts a good token, and knows sender, tenant, environment and roles', async () => {
    const answer = await ask(servers.get(language), '/invoices', good)
    const { tenant, environment } = readPart(good, 1)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { subject: tokens.account.id, tenant, environment, roles: ['clerk'] },
    ])
    accepted.set(language, good)
  })

  test('asks for a token where there is none, and answers 403 without the role', async () => {
    const answer = await ask(servers.get(language), '/invoices')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await statusOf(good, '/approvals')).toBe(403)
  })

  test.each<[string, (token: string) => string | Promise<string>]>([
    ['with another signature', withOtherSignature],
    ['with a role added', (token) => withOtherClaims(token, { roles: ['clerk', 'approver'] })],
    ['without a signature', unsigned],
    ['signed with another key under the name of ours', signedByAnother],
    ['for another application', () => tokens.forOtherApplication()],
    ['that is not a JWT', () => 'portico'],
  ])('refuses a token %s', async (_, change) => {
    expect(await statusOf(await change(good))).toBe(401)
    expect(await statusOf(good)).toBe(200)
  })

  describe('with an issuer that signs anything', () => {
    let own: ListeningProgram
    beforeAll(async () => {
      own = await startExample(example, at(fake.url))
    })
    afterAll(() => own?.stop())
    const claims = (changes: Readonly<Record<string, unknown>> = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const { audience } = tokens
      const times = { iat: now, exp: now + 60 }
      const who = { sub: 'a', tenant: 't', environment: 'e', roles: ['clerk'] }
      return { iss: fake.url, aud: audience, ...times, ...who, ...changes }
    }
    const statusAt = async (token: string) => (await ask(own, '/invoices', token)).status

    test('accepts a token for several applications only by its own roles, and keeps the keys', async () => {
      const aud = [tokens.audience, 'urn:portico:acme:application:ledger']
      const by = (ours: string[], theirs: string[]) => ({ [tokens.audience]: ours, [aud[1] ?? '']: theirs })
      expect(await statusAt(await fake.sign(claims()))).toBe(200)
      const reads = fake.reads()
      expect(await statusAt(await fake.sign(claims({ aud, roles: by(['clerk'], []) })))).toBe(200)
      expect(await statusAt(await fake.sign(claims({ aud, roles: by([], ['clerk']) })))).toBe(403)
      expect(fake.reads()).toBe(reads)
    })

    test.each<[string, () => Promise<string>]>([
      ['whose typ is JWT, as an ID token has it', () => fake.sign(claims(), { typ: 'JWT' })],
      ['signed with an algorithm that is not expected', () => fake.sign(claims(), { alg: 'PS256' })],
      ['of another issuer', () => fake.sign(claims({ iss: `${fake.url}/` }))],
      ['that is bound to a key, without a proof', () => fake.sign(claims({ cnf: { jkt: 'x' } }))],
      ['that has ended', () => fake.sign(claims({ exp: Math.floor(Date.now() / 1000) - 5 }))],
      ['that never ends', () => fake.sign(claims({ exp: undefined }))],
      ['without an audience', () => fake.sign(claims({ aud: undefined }))],
    ])('refuses a token %s', async (_, make) => {
      expect(await statusAt(await make())).toBe(401)
      expect(await statusAt(await fake.sign(claims()))).toBe(200)
    })
  })
})

describe('docs/guides/applications.md', () => {
  test('calls the example API with a token of the demo, command by command', async () => {
    const blocks = guideBlocks(installation, 'applications.md', 'Trying it with the demo', 'sh')
    const api = servers.get('Node.js')?.url ?? ''
    const commands = (blocks.at(-1) ?? '')
      .replaceAll('http://127.0.0.1:8080', demo.url)
      .replaceAll('http://127.0.0.1:9000', api)
      .replaceAll(/(\.\/)?\.portico\//g, `${demo.dataDir}/`)
    const { env } = openShell(installation, join(folder.path, 'home'))
    const { code, stdout, stderr } = await runProcess(['bash', '-e'], { cwd: installation.root, env, input: commands })
    expect([code, stderr]).toEqual([0, expect.anything()])
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
    expect(answers).toEqual([expect.stringContaining('"roles":["clerk"]'), '{"error":"insufficient_scope"}'])
  })
})

describe('curl, by introspection', () => {
  test('learns who sent an active token, and of any other nothing', async () => {
    const { id, secret } = await registerClient(installation, demo)
    const env = { ISSUER: demo.url, CLIENT_ID: id, CLIENT_SECRET: secret }
    const answers = async (token: string) => {
      const { stdout } = await runProcess(['examples/curl/introspect.sh', token], { cwd: installation.root, env })
      return JSON.parse(stdout) as Record<string, unknown>
    }
    const good = await tokens.good()
    const { tenant, environment } = readPart(good, 1)
    const { id: sub } = tokens.account
    const known = { active: true, iss: demo.url, aud: tokens.audience, sub, tenant, environment, roles: ['clerk'] }
    expect(await answers(good)).toMatchObject(known)
    for (const bad of [withOtherSignature(good), await tokens.forOtherApplication(), 'portico'])
      expect(await answers(bad)).toEqual({ active: false })
  })
})

describe('all of them', () => {
  test('refuse a token once it has expired', async () => {
    expect(accepted.size).toBe(servers.size)
    for (const [language, token] of accepted) {
      const answer = await ask(servers.get(language), '/invoices', await expired(token))
      expect([language, answer.status]).toEqual([language, 401])
    }
  })

  test('accept tokens of a new signing key without a restart', async () => {
    const rotate = ['rotate-keys', '--only', 'signing', '--now', '--data', demo.dataDir]
    const before = readPart(await tokens.good(), 0)['kid']
    expect(await runProcess(['node', installation.server, ...rotate])).toMatchObject({ code: 0 })
    await until('the server publishes the new key alone', async () => {
      const { keys } = (await (await fetch(`${demo.url}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
      return keys.every(({ kid }) => kid !== before)
    })
    for (const [language, server] of servers) {
      // Libraries wait up to 30 seconds before they read the keys again.
      const token = await tokens.good()
      await until(`${language} accepts the new key`, async () => (await ask(server, '/invoices', token)).status === 200)
    }
  })
})
