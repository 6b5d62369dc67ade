import { randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { openHttpVisitor } from './support/http-visitor.ts'
import { builtInstallation } from './support/installation.ts'
import { startListening, type ListeningProgram } from './support/listening-program.ts'
import { installPeers, oauth2Proxy, python, reservedAddress } from './support/peer-programs.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

// Applications with libraries of others sign people of the demo in. Without a browser: forms are posted as they are.
const installation = builtInstallation()
const folder = temporaryFolder()
const started: ListeningProgram[] = []
const isInstalled = await installPeers()
let demo: ServerProcess
let api: AdminApi
let tenant: string

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  api = await openAdminApi(readAutomation(demo.dataDir))
  tenant = (await api.call<{ tenant: { id: string } }>('GET', '/portal/launcher/principalinfo')).tenant.id
  // Apache's workers run as www-data.
  chmodSync(folder.path, 0o711)
})
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()))
  await demo?.stop()
  folder.remove()
})

type Visitor = ReturnType<typeof openHttpVisitor>

/** A person with a session at Portico. */
async function signedIn(username = 'ada@acme.example'): Promise<Visitor> {
  const person = readPeople(demo.dataDir).find((one) => one.username === username)
  const { idps } = await api.call<{ idps: { id: string; primary: boolean }[] }>('GET', '/portal/admin/tenant/idps')
  const visitor = openHttpVisitor()
  const form = await visitor.open(`${demo.url}/api/login/idps/${idps.find(({ primary }) => primary)?.id}/initiate`)
  const { url } = await visitor.submit(form, { username, password: person?.password ?? '' })
  expect(new URL(url).origin).toBe(demo.url)
  return visitor
}

/** The registration of an application in Production. */
async function signInPath(label: string): Promise<string> {
  type Named = { readonly id: string; readonly name?: string; readonly label?: string }
  const { environments } = await api.call<{ environments: Named[] }>('GET', '/portal/environments')
  const path = `/portal/admin/environments/${environments.find(({ name }) => name === 'Production')?.id}/applications`
  const { applications } = await api.call<{ applications: Named[] }>('GET', path)
  return `${path}/${applications.find((one) => one.label === label)?.id}/sign-in`
}

async function start(command: readonly string[], env: Readonly<Record<string, string>>, ready?: RegExp): Promise<void> {
  const all = { ...env, DIR: folder.path, PYTHONDONTWRITEBYTECODE: '1' }
  started.push(await startListening(command, { env: all, ...(ready !== undefined && { ready }) }))
}

type Refusal = {
  readonly checks: readonly {
    readonly outcome: string
    readonly check: string
    readonly finding: string | null
    readonly evidence: Readonly<Record<string, unknown>>
  }[]
}

/** The newest entry of the flight recorder. */
async function lastRefusal() {
  const { signIns } = await api.call<{ signIns: { code: string }[] }>('GET', '/portal/admin/sign-ins')
  const { checks } = await api.call<Refusal>('GET', `/portal/admin/sign-ins/${signIns[0]?.code}`)
  return checks.find(({ outcome }) => outcome === 'failed')
}

describe('OpenID Connect', () => {
  type Client = { readonly id: string; readonly secret: string; readonly replaceSecret: () => Promise<void> }

  async function register(label: string, redirectUri: string, requirePkce: boolean): Promise<Client> {
    const signIn = await signInPath(label)
    const config = { protocol: 'openid', redirectUris: [redirectUri], requirePkce }
    const { clientId } = await api.call<{ clientId: string }>('PUT', signIn, { config })
    const newSecret = () => api.call<{ secret: string }>('POST', `${signIn}/secret`, { now: true })
    const { secret } = await newSecret()
    return { id: clientId, secret, replaceSecret: async () => void (await newSecret()) }
  }

  type Application = { readonly signIn: string; readonly home: string; readonly label: string; readonly client: Client }

  /** A person is signed in, but not with a state that was changed on the way, and not by a client with a secret that ended. */
  async function signsIn({ signIn, home, label, client }: Application): Promise<void> {
    const ada = await signedIn()
    const request = await ada.redirectOf(signIn)
    request.searchParams.set('state', `x${request.searchParams.get('state')}`)
    await ada.open(request.href)
    expect((await ada.open(home)).html).not.toContain('ada@acme.example')
    await ada.open(signIn)
    expect((await ada.open(home)).html).toContain('ada@acme.example')

    await client.replaceSecret()
    const chidi = await signedIn('chidi@acme.example')
    await chidi.open(signIn)
    expect((await chidi.open(home)).html).not.toContain('chidi@acme.example')
    const evidence = { application: label, reason: 'wrong secret' }
    expect(await lastRefusal()).toMatchObject({ finding: 'application-client', evidence })
  }

  test.skipIf(!isInstalled).each([
    ['Authlib', 'authlib_app.py', 'Billing', '/login', '/callback'],
    ['mozilla-django-oidc', 'django_app.py', 'Customer Relations', '/oidc/authenticate/', '/oidc/callback/'],
  ])('%s signs people in by default, if PKCE is not required', async (_, program, label, login, callback) => {
    const { port, url } = await reservedAddress()
    const client = await register(label, url + callback, false)
    const env = { PORT: port, ISSUER: demo.url, CLIENT_ID: client.id, CLIENT_SECRET: client.secret }
    await start(python(program), env)
    await signsIn({ signIn: url + login, home: url, label, client })
  })

  async function startOauth2Proxy(label: string, requirePkce: boolean, ...flags: readonly string[]) {
    const { port, url } = await reservedAddress()
    const callback = `${url}/oauth2/callback`
    const client = await register(label, callback, requirePkce)
    const of = [`--client-id=${client.id}`, `--client-secret=${client.secret}`, `--oidc-issuer-url=${demo.url}`]
    const here = [`--http-address=127.0.0.1:${port}`, `--redirect-url=${callback}`, '--cookie-secure=false']
    const how = ['--provider=oidc', '--email-domain=*', '--upstream=static://202', '--cookie-secret=0123456789abcdef']
    await start([oauth2Proxy ?? '', ...of, ...here, ...how, ...flags], {}, /Cookie settings/)
    const answers = async () => (await fetch(`${url}/ping`).catch(() => undefined))?.ok === true
    await until('oauth2-proxy listens', answers)
    return { signIn: `${url}/oauth2/start`, home: `${url}/oauth2/userinfo`, label, client }
  }

  test.skipIf(oauth2Proxy === undefined)('oauth2-proxy signs people in with PKCE, or with a nonce', async () => {
    await signsIn(await startOauth2Proxy('Procurement', true, '--code-challenge-method=S256'))
    await signsIn(await startOauth2Proxy('Payroll', false, '--insecure-oidc-skip-nonce=false'))
  })

  test.skipIf(oauth2Proxy === undefined)('oauth2-proxy is refused by default: it sends neither', async () => {
    const { signIn } = await startOauth2Proxy('Company Wiki', false)
    await (await signedIn()).open(signIn)
    const reason = 'code_challenge and nonce are both missing: send one of them.'
    const evidence = { application: 'Company Wiki', reason }
    expect(await lastRefusal()).toMatchObject({ finding: 'application-request', evidence })
  })
})

describe.skipIf(!isInstalled)('SAML', () => {
  const idp = () => `${demo.url}/api/saml/${tenant}/metadata`

  /** Registers a service provider with its own metadata. */
  async function register(label: string, document: string, more: object = {}): Promise<void> {
    const signIn = await signInPath(label)
    const { config } = await api.call<{ config: object }>('POST', `${signIn}/metadata`, { document })
    await api.call('PUT', signIn, { config: { ...config, ...more } })
  }

  async function startPython(program: string, label: string, { more = {}, env = {} }) {
    const { port, url } = await reservedAddress()
    await start(python(program), { ...env, PORT: port, IDP: idp() })
    await register(label, await (await fetch(`${url}/metadata`)).text(), more)
    return url
  }

  /** Opens an address that ends at the form with the answer for the service provider, and posts it. */
  const signIn = async (visitor: Visitor, address: string) => visitor.submit(await visitor.open(address))
  const principal = async (visitor: Visitor) =>
    (await visitor.open(`${demo.url}/api/portal/launcher/principalinfo`)).html
  const isSignedOut = async (visitor: Visitor) => !(await principal(visitor)).includes('ada@acme.example')

  test('pysaml2 signs people in, and out by SOAP', async () => {
    const url = await startPython('pysaml2_app.py', 'Internal Controls', { env: { SIGN: 'sha256' } })
    const ada = await signedIn()
    expect((await signIn(ada, `${url}/login`)).html).toBe('Signed in as ada@acme.example owner')
    expect((await ada.open(`${url}/logout`)).html).toBe('urn:oasis:names:tc:SAML:2.0:status:Success')
    expect(await isSignedOut(ada)).toBe(true)
  })

  test('pysaml2 signs with SHA-1 by default, which is refused with a code that shows the cause', async () => {
    const url = await startPython('pysaml2_app.py', 'Internal Controls', { env: { SIGN: 'default' } })
    const { html } = await (await signedIn()).open(`${url}/login`)
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html)?.[0] ?? ''
    const shell = openShell(installation, join(folder.path, 'home'))
    await shell.portico(loginArguments(readAutomation(demo.dataDir)))
    const { stdout } = await shell.portico(['sign-in', 'show', code, '--output', 'table'])
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    const cause = `“Internal Controls”: The message is signed with an algorithm that is not accepted: ${algorithm}.`
    expect(stdout).toContain(`FAILED   Signature\n         ${cause}\n`)
    expect(stdout).toContain('What to do: In the application, sign with RSA-SHA256')
  })

  test('python3-saml signs people in, and out by redirects, if contexts are ignored', async () => {
    const url = await startPython('python3_saml_app.py', 'General Ledger', {})
    const ada = await signedIn()
    expect((await signIn(ada, `${url}/login`)).html).toContain('NoAuthnContext')
    expect(await lastRefusal()).toMatchObject({ finding: 'application-context' })
    await register('General Ledger', await (await fetch(`${url}/metadata`)).text(), { ignoreRequestedContext: true })
    expect((await signIn(ada, `${url}/login`)).html).toBe('Signed in as ada@acme.example accountant reader')
    expect((await ada.open(`${url}/logout`)).html).toBe('Not signed in')
    expect(await isSignedOut(ada)).toBe(true)
  })

  test('mod_auth_mellon signs people in, and out by redirects', async () => {
    const { port, url } = await reservedAddress()
    const script = join(installation.root, 'e2e/peers/setup-mellon.sh')
    await start(['bash', script, 'run'], { PORT: port, IDP: idp() })
    await register('Travel and Expenses', readFileSync(join(folder.path, 'mellon/sp.xml'), 'utf8'))
    const ada = await signedIn()
    expect((await signIn(ada, url)).html).toBe('Signed in as ada@acme.example\n')
    await ada.open(`${url}/mellon/logout?ReturnTo=${url}/bye`)
    expect(await isSignedOut(ada)).toBe(true)
  })
})

describe.skipIf(!isInstalled)('SCIM', () => {
  test('an application with django-scim2 gets people with their groups, and is told who was deactivated', async () => {
    const { port } = await reservedAddress()
    const url = `http://127.0.0.1:${port}/scim/v2`
    const headers = { authorization: `Bearer ${randomUUID()}` }
    await start(python('django_scim_app.py'), { PORT: port, TOKEN: headers.authorization.slice('Bearer '.length) })
    const shell = openShell(installation, join(folder.path, 'home'))
    await shell.portico(loginArguments(readAutomation(demo.dataDir)))
    const token = join(folder.path, 'token')
    writeFileSync(token, headers.authorization.slice('Bearer '.length))
    const of = ['--app', 'Billing', '--env', 'Staging']
    const portico = async (...words: string[]) => {
      const { code, stderr } = await shell.portico(words)
      expect([words.join(' '), code, stderr]).toEqual([words.join(' '), 0, stderr])
    }
    await portico('provisioning', 'set', ...of, '--url', url, '--token', `@${token}`)
    await portico('provisioning', 'test', ...of)

    type User = { userName: string; active: boolean; groups: { display: string }[] }
    const users = async () => {
      const list = (await (await fetch(`${url}/Users`, { headers })).json()) as { Resources: User[] }
      return Object.fromEntries(
        list.Resources.map(({ userName, active, groups }) => [userName, [active, ...groups.map((one) => one.display)]]),
      )
    }
    const chidi = 'chidi@acme.example'
    const become = (is: boolean) =>
      until(`${chidi} is ${is ? 'active' : 'inactive'}`, async () =>
        isDeepStrictEqual(await users(), { 'ada@acme.example': [true, 'finance'], [chidi]: [is, 'finance'] }),
      )
    await become(true)
    await portico('person', 'deactivate', 'Chidi Lindqvist', '--yes')
    await become(false)
    await portico('person', 'reactivate', 'Chidi Lindqvist')
    await become(true)
    await portico('provisioning', 'remove', ...of, '--yes')
  })
})
