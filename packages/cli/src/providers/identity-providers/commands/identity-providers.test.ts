import { createHash, createPrivateKey } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { presetOf, type IdentityProvider } from '@portico/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { keyPair, writeOwn } from '../../../testing/keys.ts'
import { listenLoopback } from '../../../testing/loopback.ts'
import {
  madeCertificate,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'
import { samlMetadata } from '../../../testing/saml-metadata.ts'
import type { RunOptions, Terminal } from '../../../testing/terminal.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let terminal: Terminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, { identityProviders: [], firstAdminGroup: undefined })
  terminal = at.terminal
  writeOwn(terminal.folder, 'secret.txt', 'quite secret\n')
  writeOwn(terminal.folder, 'idp.pub', robot.publicPem)
})
afterEach(() => at?.close())

const run = (argv: string[], options: RunOptions = {}) => at.run(argv, options)
const idp = (...argv: string[]) => run(['idp', ...argv])
const oidc = ['--type', 'oidc', '--set', 'issuer=https://login.example.com', '--set', 'clientId=portico']
const stored = async () => JSON.parse((await idp('list', '--json')).stdout) as IdentityProvider[]
const held = async (name: string) => JSON.parse((await idp('get', name, '--json')).stdout) as IdentityProvider
/** A provider that is in effect and can be changed, which needs a username format. */
const created = async (...argv: string[]) => {
  const ended = await idp('create', ...argv, '--json')
  if (ended.code !== 0) return { ...ended, id: '' }
  const { id } = JSON.parse(ended.stdout) as IdentityProvider
  await at.tenant.keepProvider(id)
  await at.tenant.addEmailDomain(id, `${id}.example`)
  return { ...ended, id }
}
const createOidc = (...more: string[]) => created('--name', 'Login', ...oidc, '--client-secret', '@secret.txt', ...more)
const saml = ['--type', 'OPENSAML', '--set', 'entityId=urn:idp', '--set', 'ssoUrl=https://a.example/sso']
const certificate = ['--set', 'signingCertificate1=@idp.pub']
const createSaml = (...more: string[]) => created('--name', 'Saml', ...saml, ...certificate, ...more)
const changesSent = () => at.received.filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token')

describe('an identity provider', () => {
  test('gets transforms as options, in order, shows them, previews others and takes them away', async () => {
    const { id } = await createOidc('--group-transform', 'path-end')
    const flags = ['--group-transform', 'strip-suffix  (External)', '--group-transform', 'replace |^a/(.*)$|$1|']
    expect((await idp('update', id, ...flags, '--username-transform', 'lower-case')).code).toBe(0)
    expect((await held(id)).config).toMatchObject({
      usernameTransforms: [{ kind: 'lower-case' }],
      groupTransforms: [
        { kind: 'strip-suffix', text: ' (External)' },
        { kind: 'replace', pattern: '^a/(.*)$', replacement: '$1' },
      ],
    })
    expect((await idp('get', id, '-o', 'table')).stdout).toContain(
      'strip-suffix  (External), then replace |^a/(.*)$|$1|',
    )
    const tried = await idp(
      'preview',
      id,
      '--group',
      'a/b (External)',
      '--username',
      'ADA',
      '--json',
      'kind,before,after',
    )
    expect(JSON.parse(tried.stdout)).toEqual([
      { kind: 'username', before: 'ADA', after: 'ada' },
      { kind: 'group', before: 'a/b (External)', after: 'b' },
    ])
    const others = await idp('preview', id, '--group-transform', 'keep ^c', '--group', 'b', '--json', 'kind,after')
    expect(JSON.parse(others.stdout)).toEqual([{ kind: 'group', after: null }])
    expect(await idp('update', id, '--group-transform', 'keep (')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('RE2') as unknown,
    })
    expect((await idp('update', id, '--group-transform', 'upper-case')).code).toBe(3)
    await idp('update', id, '--unset', 'groupTransforms')
    expect((await held(id)).config['groupTransforms'] ?? []).toEqual([])
  })

  test('lives its life by script', async () => {
    const login = await createOidc()
    expect(login.code).toBe(0)
    expect(JSON.parse((await idp('list', '--json', 'id,name,type,primary')).stdout)).toEqual([
      { id: login.id, name: 'Login', type: 'OIDC', primary: true },
    ])
    const { code, id } = await createSaml()
    expect(code).toBe(0)
    const changed = await idp(
      'update',
      'SAML',
      '--set',
      'slackSecs=60',
      '--set',
      'ssoBinding=POST',
      '--disable',
      '--json',
    )
    expect(JSON.parse(changed.stdout)).toMatchObject({
      enabled: false,
      config: { slackSecs: 60, ssoBinding: 'post', entityId: 'urn:idp', signingCertificate1: robot.publicPem.trim() },
    })
    expect(JSON.parse((await idp('delete', 'Saml', '--confirm', id, '--json')).stdout)).toEqual({
      id,
      name: 'Saml',
      deleted: true,
    })
    expect((await idp('get', 'Saml')).code).toBe(6)
  })

  test('is changed and deleted under the ETag that was read', async () => {
    await createOidc()
    await createSaml()
    await idp('update', 'Saml', '--name', 'Other')
    await idp('delete', 'Other', '--confirm', 'Other')
    const [post, , put, gone] = changesSent()
    expect(post?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect([put?.headers['if-match'], gone?.headers['if-match']]).toEqual(['"3"', '"4"'])
  })

  test('that another person changed meanwhile is exit 7, and says to read it again', async () => {
    await createOidc()
    let others = 0
    at.before = async ({ method }) => {
      if (method === 'PUT' && (others += 1) === 1) await idp('update', 'Login', '--name', 'theirs')
      return undefined
    }
    const { code, stderr } = await idp('update', 'Login', '--name', 'b')
    expect(code).toBe(7)
    expect(stderr).toContain('Read it again')
  })

  test('that is primary is not deleted, and the hint says how to see which one is', async () => {
    await createOidc()
    const { code, stderr } = await idp('delete', 'Login', '--confirm', 'Login')
    expect(code).toBe(7)
    expect(stderr).toContain('portico idp list --columns name,primary')
    expect((await stored()).map(({ name }) => name)).toEqual(['Login'])
  })

  test('is listed for a program with its id, as the last column', async () => {
    await createOidc()
    const [row = ''] = (await idp('list')).stdout.split('\n')
    expect(row.split('\t').at(-1)).toBe((await stored())[0]?.id)
  })

  test('is not deleted without its name', async () => {
    await createOidc()
    expect((await idp('delete', 'Login')).code).toBe(2)
    expect((await idp('delete', 'Login', '--confirm', 'Other')).code).toBe(3)
    expect(changesSent()).toHaveLength(1)
  })

  test('on a terminal shows its configuration by the labels of the form', async () => {
    await createSaml('--set', 'attributes.group=memberOf')
    const { stdout } = await run(['idp', 'get', 'Saml'], {
      isTTY: true,
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/Entity ID +urn:idp/)
    expect(stdout).toMatch(/Attribute mappings: Group +memberOf/)
    expect(stdout).not.toContain('{')
  })
})

describe('the configuration', () => {
  /** The address of a provider that publishes its metadata. */
  const published = async (...entityIds: string[]) => {
    const provider = await listenLoopback((_, response) => response.end(samlMetadata(...entityIds)))
    onTestFinished(provider.close)
    return `${provider.origin}/metadata`
  }

  test('begins with what is usual for the type, unless that is not wanted', async () => {
    await createSaml()
    await createSaml('--name', 'Bare', '--no-preset')
    expect((await held('Saml')).config['attributes']).toMatchObject({ username: 'mail', group: 'groups' })
    expect((await held('Bare')).config).not.toHaveProperty('attributes')
  })

  test('takes what the provider publishes over the preset, and flags over that', async () => {
    const from = ['--from-url', await published('urn:one'), '--set', 'ssoUrl=https://other.example/sso']
    const { code, stderr } = await idp('create', '--type', 'OPENSAML', '--name', 'Saml', ...from, ...certificate)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('warning: The metadata contains no signing certificate.'),
    ])
    expect((await held('Saml')).config).toMatchObject({
      entityId: 'urn:one',
      ssoUrl: 'https://other.example/sso',
      ssoBinding: 'post',
      attributes: { username: 'mail', group: 'groups' },
      followMetadata: true,
    })
  })

  test('from a metadata URL follows the metadata, unless followMetadata=false is set', async () => {
    const from = ['--from-url', await published('urn:one'), '--set', 'followMetadata=false']
    expect((await idp('create', '--type', 'OPENSAML', '--name', 'Saml', ...from, ...certificate)).code).toBe(0)
    expect((await held('Saml')).config).not.toMatchObject({ followMetadata: true })
  })

  test.each<[string, (xml: string) => string | Buffer]>([
    ['UTF-16 with a mark', (xml) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${xml}`, 'utf16le')],
    ['ISO-8859-1, declared', (xml) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1')],
  ])('takes a file in %s', async (_, encoded) => {
    writeOwn(terminal.folder, 'encoded.xml', encoded(samlMetadata('urn:größe')))
    const { code, stdout } = await idp('import', '--type', 'OPENSAML', '--from-file', 'encoded.xml', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { config: { entityId: 'urn:größe' } }])
  })

  test('of a file that is not text fails and says how to save it', async () => {
    writeOwn(terminal.folder, 'latin1.xml', Buffer.from(samlMetadata('urn:größe'), 'latin1'))
    const { code, stderr } = await idp('import', '--type', 'OPENSAML', '--from-file', 'latin1.xml')
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('the encoding of this file cannot be read. Save it as UTF-8.'),
    ])
  })

  test('of a document with several entities asks which one, naming them', async () => {
    writeOwn(terminal.folder, 'federation.xml', samlMetadata('urn:one', 'urn:two'))
    const several = ['import', '--type', 'ADFS_SAML', '--file', 'federation.xml']
    const { code, stderr } = await idp(...several)
    expect(code).toBe(3)
    expect(stderr).toContain('urn:two')
    const chosen = await idp(...several, '--entity-id', 'urn:two', '--json')
    expect(JSON.parse(chosen.stdout)).toMatchObject({ type: 'ADFS_SAML', config: { entityId: 'urn:two' } })
  })

  test('of a federation, from a file, stdin or an address, is that of the one that was searched', async () => {
    const names = ['urn:one', 'urn:two', ...Array.from({ length: 60 }, (_, at) => `urn:many:${at}`)]
    const long = samlMetadata(...names).replace('<md:EntityDescriptor', `<!-- ${'x'.repeat(1_100_000)} -->$&`)
    writeOwn(terminal.folder, 'federation.xml', long)
    const host = await listenLoopback((_, response) => void response.end(long))
    const source = { file: ['--from-file', 'federation.xml'], url: ['--from-url', `${host.origin}/metadata`] }
    for (const [kind, from] of Object.entries(source)) {
      const several = ['import', '--type', 'OPENSAML', ...from, '--json']
      const all = await idp(...several)
      expect([all.code, all.stdout]).toEqual([3, ''])
      expect(all.stderr).toContain('12 more; search with --entity TEXT')
      const some = await idp(...several, '--entity', 'MANY:1')
      expect([some.code, some.stderr]).toEqual([3, expect.stringContaining('Several identity providers')])
      expect(some.stderr).toContain('urn:many:19')
      expect(some.stderr).not.toContain('urn:two')
      expect(await idp(...several, '--entity', 'no such')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('None of the 62 identity providers in the document matches no such.'),
      })
      const unknown = await idp(...several, '--entity-id', 'urn:tw')
      expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('no identity provider urn:tw.')])
      for (const named of [
        ['--entity', 'two'],
        ['--entity-id', 'urn:two'],
      ]) {
        const { stdout, stderr } = await idp(...several, ...named)
        expect(JSON.parse(stdout).config, kind).toMatchObject({
          entityId: 'urn:two',
          ...(kind === 'url' ? { metadataUrl: `${host.origin}/metadata`, followMetadata: true } : {}),
        })
        expect(stderr.includes('The metadata of urn:two is used.')).toBe(named[0] === '--entity')
      }
    }
    const piped = ['idp', 'import', '--type', 'OPENSAML', '--from-file', '-', '--entity', 'urn:two', '--json']
    expect(JSON.parse((await run(piped, { stdin: long })).stdout).config).toMatchObject({ entityId: 'urn:two' })
    writeOwn(terminal.folder, 'evil.xml', `<!DOCTYPE x>${long}`)
    const evil = await idp('import', '--type', 'OPENSAML', '--from-file', 'evil.xml', '--entity', 'two')
    expect([evil.code, evil.stderr]).toEqual([3, expect.stringContaining('DOCTYPE')])
  })

  test('of a federation is not that of the only match in an incomplete list', async () => {
    // An entity ID is listed once.
    const long = samlMetadata('urn:one', 'urn:two', 'urn:two').replace(
      '<md:EntityDescriptor',
      `<!-- ${'x'.repeat(1_100_000)} -->$&`,
    )
    writeOwn(terminal.folder, 'incomplete.xml', long)
    const found = await idp(
      'import',
      '--type',
      'OPENSAML',
      '--from-file',
      'incomplete.xml',
      '--entity',
      'two',
      '--json',
    )
    expect([found.code, found.stdout]).toEqual([3, ''])
    expect(found.stderr).toContain(
      'One identity provider matches two, but not all of the 3 in the document could be searched.',
    )
  })

  test('that was imported is a file for create', async () => {
    const { stdout } = await idp('import', '--type', 'OPENSAML', '--url', await published('urn:one'))
    const argv = ['idp', 'create', '--name', 'Saml', '-f', '-', '--set', 'signingCertificate1=@idp.pub']
    expect((await run(argv, { stdin: stdout })).code).toBe(0)
    expect((await held('Saml')).config).toMatchObject({ entityId: 'urn:one' })
  })

  test('of a file keeps what the file does not mention, and null takes away', async () => {
    await createSaml('--set', 'sloUrl=https://a.example/slo')
    writeOwn(terminal.folder, 'change.yaml', 'config:\n  sloUrl: null\n  attributes:\n    group: teams\n')
    expect((await idp('update', 'Saml', '-f', 'change.yaml')).code).toBe(0)
    const { config } = await held('Saml')
    expect(config).toMatchObject({ entityId: 'urn:idp', attributes: { username: 'mail', group: 'teams' } })
    expect(config).not.toHaveProperty('sloUrl')
  })

  test('printed as YAML can be edited and given back', async () => {
    await createSaml()
    const { stdout } = await idp('get', 'Saml', '-o', 'yaml')
    const edited = stdout.replace('entityId: urn:idp', 'entityId: urn:other')
    const argv = ['idp', 'update', 'Saml', '-f', '-', '--dry-run', '--json']
    const { changes } = JSON.parse((await run(argv, { stdin: edited })).stdout) as { changes: unknown }
    expect(changes).toEqual([{ field: 'entityId', from: 'urn:idp', to: 'urn:other' }])
    expect((await run(['idp', 'update', 'Saml', '-f', '-'], { stdin: edited })).code).toBe(0)
    expect((await held('Saml')).config['entityId']).toBe('urn:other')
  })

  test('in a file names certificates beside it', async () => {
    mkdirSync(join(terminal.folder, 'providers'))
    writeOwn(join(terminal.folder, 'providers'), 'cert.pem', robot.publicPem)
    const config = 'config: {entityId: urn:a, ssoUrl: "https://a.example", signingCertificate1: "@cert.pem"}'
    writeOwn(join(terminal.folder, 'providers'), 'a.yaml', `type: OPENSAML\nname: a\n${config}\n`)
    expect((await idp('create', '-f', 'providers/a.yaml')).code).toBe(0)
    expect((await held('a')).config['signingCertificate1']).toBe(robot.publicPem.trim())
  })

  test('takes a certificate in DER too', async () => {
    const pem = readFileSync(join(import.meta.dirname, '../../../testing/certificate.pem'), 'utf8')
    writeOwn(terminal.folder, 'idp.der', Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    await createSaml('--set', 'signingCertificate2=@idp.der')
    expect((await held('Saml')).config['signingCertificate2']).toBe(pem.trim())
  })

  test('a dry run shows each field that would change and sends nothing', async () => {
    const { id } = await createOidc()
    const sent = changesSent().length
    const argv = ['--set', 'scope=openid groups', '--client-secret', '@secret.txt', '--dry-run']
    const { stdout } = await idp('update', 'Login', ...argv)
    expect(stdout).toContain(`PUT /api/portal/admin/tenant/idps/${id}`)
    expect(stdout).toContain('scope: "openid profile email" -> "openid groups"')
    expect(stdout).toContain('clientSecret: "••••••" -> "•••••• (new)"')
    expect(stdout, 'not a secret').toContain('"tokenAuthMethod":"auto"')
    expect(stdout).not.toContain('quite secret')
    expect(changesSent()).toHaveLength(sent)
  })

  test('that is the same already is not sent', async () => {
    await createOidc()
    const sent = changesSent().length
    const { code, stderr } = await idp('update', 'Login', '--set', 'clientId=portico')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Nothing differs')])
    expect(changesSent()).toHaveLength(sent)
  })
})

describe('what is wrong is refused before anything is sent', () => {
  test.each<[string, string[], number, string]>([
    ['no type', ['create', '--name', 'a'], 64, 'Please select a type.'],
    ['an unknown type', ['create', '--name', 'a', '--type', 'LDAP'], 64, 'OPENSAML'],
    ['no name', ['create', ...oidc], 64, '--name'],
    ['an unknown field', ['create', '--name', 'a', ...oidc, '--set', 'clientID2=x'], 64, 'Did you mean clientId?'],
    ['a field of another type', ['create', '--name', 'a', ...oidc, '--set', 'entityId=x'], 64, 'has no field entityId'],
    ['an invalid address', ['create', '--name', 'a', ...oidc, '--set', 'tokenUrl=x'], 3, 'tokenUrl'],
    ['a scope without openid', ['create', '--name', 'a', ...oidc, '--set', 'scope=email'], 3, 'must contain openid'],
    ['an invalid choice', ['create', '--name', 'a', ...oidc, '--set', 'sloMethod=put'], 3, 'one of get, post'],
    ['an invalid flag', ['create', '--name', 'a', ...oidc, '--set', 'disableSlo=1'], 3, 'true or false'],
    [
      'no secret where it is the key of ID tokens',
      ['create', '--name', 'a', ...oidc, '--set', 'signatureAlgorithm=HS256'],
      3,
      'Enter the secret',
    ],
    ['a --set without value', ['create', '--name', 'a', ...oidc, '--set', 'scope'], 64, 'FIELD=VALUE'],
    ['both ways at once', ['create', '--name', 'a', ...oidc, '--enable', '--disable'], 64, 'contradict'],
    [
      'no certificate',
      ['create', '--name', 'a', '--type', 'ADFS_SAML', '--set', 'entityId=a'],
      3,
      'at least one signing',
    ],
    [
      'a secret of another type',
      ['create', '--name', 'a', ...oidc, '--application-secret', '@secret.txt'],
      64,
      'OIDC has no',
    ],
  ])('%s', async (_, argv, code, sentence) => {
    const result = await idp(...argv)
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(sentence)
    expect(at.received).toEqual([])
  })

  test.each(['robot.pem', 'robot.der'])('the private key %s where a certificate belongs', async (file) => {
    const der = createPrivateKey(robot.privatePem).export({ type: 'pkcs8', format: 'der' })
    writeOwn(terminal.folder, 'robot.der', der)
    const { code, stdout, stderr } = await createSaml('--set', `signingCertificate2=@${file}`)
    expect(code).toBe(3)
    expect(stderr).toContain('private key')
    expect(stdout + stderr).not.toContain(robot.privatePem.split('\n')[3])
    expect(at.received).toEqual([])
  })

  test('a file with an unknown field', async () => {
    writeOwn(terminal.folder, 'a.yaml', 'type: OIDC\nname: a\nconfig:\n  isuer: https://a.example\n')
    const { code, stderr } = await idp('create', '-f', 'a.yaml')
    expect([code, stderr]).toEqual([64, expect.stringContaining('Did you mean issuer?')])
    expect(at.received).toEqual([])
  })
})

describe('a secret', () => {
  const secretsOf = async (name: string) => {
    const { id } = await held(name)
    await at.tenant.keepProvider(id)
    return at.tenant.providerSecrets(id)
  }

  test.each([
    ['--client-secret', ['--client-secret', 'hunter2-value']],
    ['--set', ['--set', 'clientSecret=hunter2-value']],
  ])('as a value of %s is refused and not repeated', async (_, argv) => {
    const { code, stdout, stderr } = await idp('create', '--name', 'a', ...oidc, ...argv)
    expect(code).toBe(64)
    expect(stdout + stderr).not.toContain('hunter2')
    expect(at.received).toEqual([])
  })

  test.each<[string, string[], RunOptions]>([
    ['a file', ['--client-secret', '@secret.txt'], {}],
    ['stdin', ['--client-secret', '-'], { stdin: 'quite secret\n' }],
    ['the environment', [], { env: { PORTICO_CLIENT_SECRET: 'quite secret' } }],
  ])('comes from %s and is never printed', async (_, argv, options) => {
    const { code, stdout, stderr } = await run(['idp', 'create', '--name', 'a', ...oidc, ...argv, '--debug'], options)
    expect(code).toBe(0)
    expect(await secretsOf('a')).toEqual({ clientSecret: 'quite secret' })
    expect(stdout + stderr).not.toContain('quite secret')
  })

  test('in a file may lie beside it', async () => {
    const content =
      'type: OIDC\nname: a\nconfig: {issuer: "https://a.example", clientId: x}\nclientSecret: "@secret.txt"\n'
    writeOwn(terminal.folder, 'a.yaml', content)
    expect((await idp('create', '-f', 'a.yaml')).code).toBe(0)
    expect(await secretsOf('a')).toEqual({ clientSecret: 'quite secret' })
  })

  test('is masked in a dry run, and the days of one are not', async () => {
    const azure = ['--type', 'AAD', '--set', 'domainName=contoso.com', '--set', 'applicationId=x']
    const argv = [...azure, '--set', 'applicationSecretEndsOn=2027-01-31', '--application-secret', '@secret.txt']
    const { stdout } = await idp('create', '--name', 'Azure', ...argv, '--dry-run', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      requests: [{ body: { applicationSecret: '••••••', config: { applicationSecretEndsOn: '2027-01-31' } } }],
    })
  })

  test('that is stored stays through an update, and is forgotten by --unset where it may be', async () => {
    const azure = ['--set', 'domainName=contoso.com', '--set', 'applicationId=x']
    await created(
      '--type',
      'AAD2',
      '--name',
      'Azure',
      ...azure,
      '--application-secret',
      '@secret.txt',
      '--next-application-secret',
      '@secret.txt',
    )
    await idp('update', 'Azure', '--set', 'domainHint=contoso.com', '--unset', 'nextApplicationSecret')
    const [, put] = changesSent()
    expect(JSON.parse(put?.body ?? '')).not.toHaveProperty('applicationSecret')
    expect((await held('Azure')).secrets).toEqual(['applicationSecret'])
    expect((await idp('update', 'Azure', '--unset', 'applicationSecret')).code).toBe(3)
  })
})

describe('a client secret', () => {
  const create = (...more: string[]) =>
    idp('create', '--type', 'OIDC', '--name', 'a', '--set', 'issuer=https://a.example', '--set', 'clientId=x', ...more)

  test.each([[], ['--set', 'tokenAuthMethod=private_key_jwt'], ['--set', 'signatureAlgorithm=ES256']])(
    'may be missing: %s',
    async (...more) => {
      expect((await create(...more)).code).toBe(0)
      expect(await held('a')).toMatchObject({ type: 'OIDC', secrets: [] })
    },
  )
})

describe('lint', () => {
  // A port at which nothing listens.
  const unreachable = ['--set', 'issuer=http://127.0.0.1:9/oidc']
  const error = { provider: 'Login', severity: 'error', code: 'discovery-unreachable', field: 'issuer' }

  test('ends with 1 where a finding is an error, with the findings as an array', async () => {
    await createOidc(...unreachable)
    const { code, stdout } = await idp('lint', 'Login', '--json')
    expect(code).toBe(1)
    const message = expect.stringContaining('could not be read') as string
    const todo = expect.stringMatching(/\.$/) as string
    expect(JSON.parse(stdout)).toContainEqual({ ...error, message, todo })
  })

  test('exits with 0 if there are only warnings, and checks all providers if none is named', async () => {
    const dayMs = 86_400_000
    const [notBefore, notAfter] = [new Date(Date.now() - 300 * dayMs), new Date(Date.now() + 20 * dayMs)]
    writeOwn(terminal.folder, 'ending.pem', madeCertificate({ commonName: 'idp', notBefore, notAfter }).pem)
    const ending = ['--set', 'signingCertificate1=@ending.pem']
    await created('--name', 'One', ...saml, ...ending)
    await created('--name', 'Two', ...saml, '--set', 'entityId=urn:two', ...ending)
    const { code, stdout } = await idp('lint', '--json', 'provider,severity,code')
    const findings = JSON.parse(stdout) as { severity: string }[]
    const ends = { severity: 'warning', code: 'certificate-ends' }
    expect(findings).toEqual(expect.arrayContaining(['One', 'Two'].map((provider) => ({ provider, ...ends }))))
    expect([code, findings.filter(({ severity }) => severity === 'error')]).toEqual([0, []])
  })

  test('on a terminal is whole sentences', async () => {
    await createOidc(...unreachable)
    const { stdout } = await run(['idp', 'lint', 'Login'], { isTTY: true, env: { NO_COLOR: '1' } })
    expect(stdout).toMatch(/^error {4}Login, issuer\n(?: {9}\S.*\n)+ {9}What to do: \S.*\n/m)
  })

  test('looks at a file before it is saved', async () => {
    const config = 'config: {issuer: "http://127.0.0.1:9/oidc", clientId: x}'
    writeOwn(terminal.folder, 'a.yaml', `type: OIDC\nname: a\n${config}\n`)
    expect((await idp('lint', '-f', 'a.yaml')).code).toBe(1)
    expect(at.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/portal/admin/tenant/idps/lint' })
  })
})

describe('metadata', () => {
  test('is values to copy, those of the provider that is named among them', async () => {
    await createSaml('--name', 'Other', '--set', 'entityId=urn:other')
    await createSaml()
    const { stdout } = await idp('metadata', 'Saml', '--json', 'name,provider')
    const rows = JSON.parse(stdout) as { name: string; provider: string | null }[]
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'nameIdFormats', provider: null },
        { name: 'acsUrl', provider: 'Saml' },
      ]),
    )
    expect(rows.some(({ provider }) => provider === 'Other')).toBe(false)
  })

  test('on a terminal is whole, so that it can be copied', async () => {
    const { id } = await createSaml()
    const { stdout } = await run(['idp', 'metadata', 'Saml'], { isTTY: true, env: { NO_COLOR: '1', COLUMNS: '40' } })
    expect(stdout).toMatch(new RegExp(`^Entity ID.* ${server.origin}/saml/[\\da-f-]+$`, 'm'))
    expect(stdout).toMatch(
      new RegExp(`^Assertion consumer service.* ${server.origin}/api/login/idps/${id}/saml/acs$`, 'm'),
    )
  })

  test('can be the steps to take at the provider instead', async () => {
    await createSaml()
    const { code, stdout } = await idp('metadata', 'Saml', '--steps')
    expect(code).toBe(0)
    expect(stdout.match(/^\d+\. /gm)).toEqual(presetOf('OPENSAML').guide.map((_, at) => `${at + 1}. `))
    expect((await idp('metadata', '--type', 'oidc', '--steps')).code).toBe(64)
  })

  test('as XML goes to stdout or to a file', async () => {
    await createSaml()
    const { stdout: xml } = await idp('metadata', 'Saml', '--xml')
    expect(xml).toMatch(/<(?:\w+:)?EntityDescriptor [^]*EntityDescriptor>\n$/)
    expect((await idp('metadata', 'Saml', '--out-file', 'sp.xml')).code).toBe(0)
    expect(readFileSync(join(terminal.folder, 'sp.xml'), 'utf8').trimEnd()).toBe(xml.trimEnd())
    const nowhere = await idp('metadata', 'Saml', '--out-file', 'no/such/folder/sp.xml')
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('cannot be written')])
  })

  test('needs a provider or a type', async () => {
    expect((await idp('metadata')).code).toBe(64)
    expect((await idp('metadata', '--type', 'saml2', '--xml')).code).toBe(64)
    expect((await idp('metadata', '--type', 'oidc')).code).toBe(0)
  })
})

test('a rollover asks before a step that can break a provider', async () => {
  await createSaml()
  expect((await idp('rollover', 'publish')).code).toBe(0)
  expect((await idp('rollover', 'activate')).code).toBe(2)
  expect((await idp('rollover', 'activate', '-y')).code).toBe(0)
  expect((await idp('rollover', 'backwards')).code).toBe(64)
  const steps = changesSent().filter(({ path }) => path.endsWith('/rollover'))
  expect(steps.map(({ body }) => body)).toEqual(['{"step":"publish"}', '{"step":"activate"}'])
})

test('a dry run names a certificate by its fingerprint, as `cert list` does, in words and in JSON', async () => {
  const pem = readFileSync(join(import.meta.dirname, '../../../testing/certificate.pem'), 'utf8')
  writeOwn(terminal.folder, 'idp.pem', pem)
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64')
  const fingerprint = `SHA-256 ${createHash('sha256').update(der).digest('hex')}`
  const argv = ['create', '--name', 'Saml', ...saml, '--set', 'signingCertificate1=@idp.pem', '--dry-run']
  const { stdout } = await idp(...argv)
  expect(stdout).toContain(`signingCertificate1: (none) -> "${fingerprint}"`)
  expect(stdout).not.toContain('BEGIN CERTIFICATE')
  const { changes } = JSON.parse((await idp(...argv, '--json')).stdout) as { changes: { field: string }[] }
  expect(changes.find(({ field }) => field === 'signingCertificate1')).toMatchObject({ to: fingerprint })
})
