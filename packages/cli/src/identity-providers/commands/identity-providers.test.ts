import { createHash, createPrivateKey } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { presetOf, type IdentityProvider } from '@portico/core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeKeyPair, writeOwn, type KeyPair } from '../../testing/keys.ts'
import { withProviders, type ProvidersState } from '../../testing/portal-providers.ts'
import { startPortal, type Portal } from '../../testing/portal.ts'
import { openTerminal, type RunOptions, type Terminal } from '../../testing/terminal.ts'

let robot: KeyPair
let portal: Portal
let state: ProvidersState
let terminal: Terminal

beforeAll(() => {
  robot = makeKeyPair()
})
beforeEach(async () => {
  portal = await startPortal(robot.publicPem)
  state = withProviders(portal)
  terminal = openTerminal()
  writeOwn(terminal.folder, 'robot.pem', robot.privatePem)
  writeOwn(terminal.folder, 'secret.txt', 'quite secret\n')
  writeOwn(terminal.folder, 'idp.pub', robot.publicPem)
})
afterEach(async () => {
  terminal.remove()
  await portal.close()
})

function run(argv: string[], options: RunOptions = {}) {
  const signIn = { PORTICO_SERVER: portal.origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: 'robot.pem' }
  return terminal.run(argv, { ...options, env: { ...signIn, ...options.env } })
}
const idp = (...argv: string[]) => run(['idp', ...argv])
const oidc = ['--type', 'oidc', '--set', 'issuer=https://login.example.com', '--set', 'clientId=portico']
/** A provider that can be changed has a username format. */
const created = async (...argv: string[]) => {
  const ended = await idp('create', ...argv)
  for (const { provider } of state.providers.values())
    if (provider.suffixes.length === 0) Object.assign(provider, { suffixes: [`${provider.id}.example`] })
  return ended
}
const createOidc = (...more: string[]) => created('--name', 'Login', ...oidc, '--client-secret', '@secret.txt', ...more)
const saml = ['--type', 'OPENSAML', '--set', 'entityId=urn:idp', '--set', 'ssoUrl=https://a.example/sso']
const certificate = ['--set', 'signingCertificate1=@idp.pub']
const createSaml = (...more: string[]) => created('--name', 'Saml', ...saml, ...certificate, ...more)
const held = (id = 'idp-1') => state.providers.get(id)?.provider as IdentityProvider
const changesSent = () => portal.received.filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token')

describe('an identity provider', () => {
  test('lives its life by script', async () => {
    expect((await createOidc('--json')).code).toBe(0)
    expect(JSON.parse((await idp('list', '--json', 'id,name,type,primary')).stdout)).toEqual([
      { id: 'idp-1', name: 'Login', type: 'OIDC', primary: true },
    ])
    expect((await createSaml()).code).toBe(0)
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
    expect(JSON.parse((await idp('delete', 'Saml', '--confirm', 'idp-2', '--json')).stdout)).toEqual({
      id: 'idp-2',
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
    expect([put?.headers['if-match'], gone?.headers['if-match']]).toEqual(['"1"', '"2"'])
  })

  test('that another person changed meanwhile is exit 7, and says to read it again', async () => {
    await createOidc()
    portal.state.override = ({ method }) => {
      const entry = state.providers.get('idp-1')
      if (method === 'PUT' && entry) entry.version = 9
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
    expect(held().name).toBe('Login')
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
  test('begins with what is usual for the type, unless that is not wanted', async () => {
    await createSaml()
    await createSaml('--name', 'Bare', '--no-preset')
    expect(held('idp-1').config['attributes']).toMatchObject({ username: 'mail', group: 'groups' })
    expect(held('idp-2').config).not.toHaveProperty('attributes')
  })

  test('takes what the provider publishes over the preset, and flags over that', async () => {
    const from = ['--from-url', 'https://idp.example', '--set', 'ssoUrl=https://other.example/sso']
    const { code, stderr } = await idp('create', '--type', 'OPENSAML', '--name', 'Saml', ...from, ...certificate)
    expect([code, stderr]).toEqual([0, expect.stringContaining('warning: The metadata is not signed.')])
    expect(held().config).toMatchObject({
      entityId: 'https://idp.example',
      ssoUrl: 'https://other.example/sso',
      attributes: { username: 'mail', group: 'memberOf' },
    })
  })

  test('of a document with several entities asks which one, naming them', async () => {
    writeOwn(terminal.folder, 'federation.xml', 'urn:one urn:two')
    const several = ['import', '--type', 'ADFS_SAML', '--file', 'federation.xml']
    const { code, stderr } = await idp(...several)
    expect(code).toBe(3)
    expect(stderr).toContain('urn:two')
    const chosen = await idp(...several, '--entity-id', 'urn:two', '--json')
    expect(JSON.parse(chosen.stdout)).toMatchObject({ type: 'ADFS_SAML', config: { entityId: 'urn:two' } })
  })

  test('that was imported is a file for create', async () => {
    const { stdout } = await idp('import', '--type', 'OPENSAML', '--url', 'https://idp.example')
    const argv = ['idp', 'create', '--name', 'Saml', '-f', '-', '--set', 'signingCertificate1=@idp.pub']
    expect((await run(argv, { stdin: stdout })).code).toBe(0)
    expect(held().config).toMatchObject({ entityId: 'https://idp.example' })
  })

  test('of a file keeps what the file does not mention, and null takes away', async () => {
    await createSaml('--set', 'sloUrl=https://a.example/slo')
    writeOwn(terminal.folder, 'change.yaml', 'config:\n  sloUrl: null\n  attributes:\n    group: teams\n')
    expect((await idp('update', 'Saml', '-f', 'change.yaml')).code).toBe(0)
    expect(held().config).toMatchObject({ entityId: 'urn:idp', attributes: { username: 'mail', group: 'teams' } })
    expect(held().config).not.toHaveProperty('sloUrl')
  })

  test('printed as YAML can be edited and given back', async () => {
    await createSaml()
    const { stdout } = await idp('get', 'Saml', '-o', 'yaml')
    const edited = stdout.replace('entityId: urn:idp', 'entityId: urn:other')
    const argv = ['idp', 'update', 'Saml', '-f', '-', '--dry-run', '--json']
    const { changes } = JSON.parse((await run(argv, { stdin: edited })).stdout) as { changes: unknown }
    expect(changes).toEqual([{ field: 'entityId', from: 'urn:idp', to: 'urn:other' }])
    expect((await run(['idp', 'update', 'Saml', '-f', '-'], { stdin: edited })).code).toBe(0)
    expect(held().config['entityId']).toBe('urn:other')
  })

  test('in a file names certificates beside it', async () => {
    mkdirSync(join(terminal.folder, 'providers'))
    writeOwn(join(terminal.folder, 'providers'), 'cert.pem', robot.publicPem)
    const config = 'config: {entityId: a, ssoUrl: "https://a.example", signingCertificate1: "@cert.pem"}'
    writeOwn(join(terminal.folder, 'providers'), 'a.yaml', `type: OPENSAML\nname: a\n${config}\n`)
    expect((await idp('create', '-f', 'providers/a.yaml')).code).toBe(0)
    expect(held().config['signingCertificate1']).toBe(robot.publicPem.trim())
  })

  test('takes a certificate in DER too', async () => {
    const pem = readFileSync(join(import.meta.dirname, '../../testing/certificate.pem'), 'utf8')
    writeOwn(terminal.folder, 'idp.der', Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    await createSaml('--set', 'signingCertificate2=@idp.der')
    expect(held().config['signingCertificate2']).toBe(pem.trim())
  })

  test('a dry run shows each field that would change and sends nothing', async () => {
    await createOidc()
    const sent = changesSent().length
    const argv = ['--set', 'scope=openid groups', '--client-secret', '@secret.txt', '--dry-run']
    const { stdout } = await idp('update', 'Login', ...argv)
    expect(stdout).toContain('PUT /api/portal/admin/tenant/idps/idp-1')
    expect(stdout).toContain('scope: "openid profile email" -> "openid groups"')
    expect(stdout).toContain('clientSecret: "••••••" -> "•••••• (new)"')
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
    expect(portal.received).toEqual([])
  })

  test.each(['robot.pem', 'robot.der'])('the private key %s where a certificate belongs', async (file) => {
    const der = createPrivateKey(robot.privatePem).export({ type: 'pkcs8', format: 'der' })
    writeOwn(terminal.folder, 'robot.der', der)
    const { code, stdout, stderr } = await createSaml('--set', `signingCertificate2=@${file}`)
    expect(code).toBe(3)
    expect(stderr).toContain('private key')
    expect(stdout + stderr).not.toContain(robot.privatePem.split('\n')[3])
    expect(portal.received).toEqual([])
  })

  test('a file with an unknown field', async () => {
    writeOwn(terminal.folder, 'a.yaml', 'type: OIDC\nname: a\nconfig:\n  isuer: https://a.example\n')
    const { code, stderr } = await idp('create', '-f', 'a.yaml')
    expect([code, stderr]).toEqual([64, expect.stringContaining('Did you mean issuer?')])
    expect(portal.received).toEqual([])
  })
})

describe('a secret', () => {
  test.each([
    ['--client-secret', ['--client-secret', 'hunter2-value']],
    ['--set', ['--set', 'clientSecret=hunter2-value']],
  ])('as a value of %s is refused and not repeated', async (_, argv) => {
    const { code, stdout, stderr } = await idp('create', '--name', 'a', ...oidc, ...argv)
    expect(code).toBe(64)
    expect(stdout + stderr).not.toContain('hunter2')
    expect(portal.received).toEqual([])
  })

  test.each<[string, string[], RunOptions]>([
    ['a file', ['--client-secret', '@secret.txt'], {}],
    ['stdin', ['--client-secret', '-'], { stdin: 'quite secret\n' }],
    ['the environment', [], { env: { PORTICO_CLIENT_SECRET: 'quite secret' } }],
  ])('comes from %s and is never printed', async (_, argv, options) => {
    const { code, stdout, stderr } = await run(['idp', 'create', '--name', 'a', ...oidc, ...argv, '--debug'], options)
    expect(code).toBe(0)
    expect(state.secrets.get('idp-1')).toEqual({ clientSecret: 'quite secret' })
    expect(stdout + stderr).not.toContain('quite secret')
  })

  test('in a file may lie beside it', async () => {
    const content =
      'type: OIDC\nname: a\nconfig: {issuer: "https://a.example", clientId: x}\nclientSecret: "@secret.txt"\n'
    writeOwn(terminal.folder, 'a.yaml', content)
    expect((await idp('create', '-f', 'a.yaml')).code).toBe(0)
    expect(state.secrets.get('idp-1')).toEqual({ clientSecret: 'quite secret' })
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
    expect(held().secrets).toEqual(['applicationSecret'])
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
      expect(held()).toMatchObject({ type: 'OIDC', secrets: [] })
    },
  )
})

describe('lint', () => {
  const finding = {
    severity: 'error',
    code: 'x',
    message: 'It will fail.',
    todo: 'Mend it.',
    fieldID: 'config.issuer',
  } as const

  test('ends with 1 where a finding is an error, with the findings as an array', async () => {
    await createOidc()
    state.findings = [finding]
    const { code, stdout } = await idp('lint', 'Login', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      { provider: 'Login', severity: 'error', code: 'x', field: 'issuer', message: 'It will fail.', todo: 'Mend it.' },
    ])
  })

  test('ends with 0 where there are warnings only, and looks at all providers where none is named', async () => {
    await createOidc()
    await createSaml()
    state.findings = [{ ...finding, severity: 'warning' }]
    const { code, stdout } = await idp('lint', '--json', 'provider')
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ provider: 'Login' }, { provider: 'Saml' }]])
  })

  test('on a terminal is whole sentences', async () => {
    await createOidc()
    state.findings = [finding]
    const { stdout } = await run(['idp', 'lint', 'Login'], { isTTY: true, env: { NO_COLOR: '1' } })
    expect(stdout).toBe('error    Login, issuer\n         It will fail.\n         What to do: Mend it.\n')
  })

  test('looks at a file before it is saved', async () => {
    state.findings = [finding]
    writeOwn(terminal.folder, 'a.yaml', 'type: OIDC\nname: a\nconfig: {issuer: "https://a.example", clientId: x}\n')
    expect((await idp('lint', '-f', 'a.yaml')).code).toBe(1)
    expect(portal.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/portal/admin/tenant/idps/lint' })
  })
})

describe('metadata', () => {
  test('is values to copy, those of the provider that is named among them', async () => {
    await createOidc()
    await createSaml()
    const { stdout } = await idp('metadata', 'Saml', '--json', 'name,provider')
    expect(JSON.parse(stdout)).toEqual([
      { name: 'entityId', provider: null },
      { name: 'acs', provider: 'Saml' },
    ])
  })

  test('on a terminal is whole, so that it can be copied', async () => {
    await createSaml()
    const { stdout } = await run(['idp', 'metadata', 'Saml'], { isTTY: true, env: { NO_COLOR: '1', COLUMNS: '40' } })
    expect(stdout).toBe(
      'Entity ID  https://portal.example/saml\n\nSaml\nACS URL    https://portal.example/api/login/idps/idp-1/saml/acs\n',
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
    expect((await idp('metadata', 'Saml', '--xml')).stdout).toBe('<EntityDescriptor/>\n')
    expect((await idp('metadata', 'Saml', '--out-file', 'sp.xml')).code).toBe(0)
    expect(readFileSync(join(terminal.folder, 'sp.xml'), 'utf8')).toBe('<EntityDescriptor/>')
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
  portal.state.override = ({ path }) => (path.endsWith('/rollover') ? { status: 200, body: { keys: [] } } : undefined)
  expect((await idp('rollover', 'publish')).code).toBe(0)
  expect((await idp('rollover', 'activate')).code).toBe(2)
  expect((await idp('rollover', 'activate', '-y')).code).toBe(0)
  expect((await idp('rollover', 'backwards')).code).toBe(64)
  expect(changesSent().map(({ body }) => body)).toEqual(['{"step":"publish"}', '{"step":"activate"}'])
})

test('a dry run names a certificate by its fingerprint, as `cert list` does, in words and in JSON', async () => {
  const pem = readFileSync(join(import.meta.dirname, '../../testing/certificate.pem'), 'utf8')
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
