import { chmodSync, existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { saveCredential } from '../../../kit/credentials/store.ts'
import { openTerminal, type RunOptions, type Terminal } from '../../../testing/terminal.ts'
import { allowed, startPeoplePortal, type PeoplePortal } from './testing/people-portal.ts'

let portal: PeoplePortal
let terminal: Terminal

beforeEach(async () => {
  portal = await startPeoplePortal()
  terminal = openTerminal()
})
afterEach(async () => {
  terminal.remove()
  await portal.close()
})

const login = (more: string[] = ['--device'], options?: RunOptions) =>
  terminal.run(['login', '--server', portal.origin, ...more], options)
const jar = () => join(terminal.folder, '.local/state/portico/cookies-default.json')
const profile = () =>
  (JSON.parse(readFileSync(join(terminal.folder, '.config/portico/config.json'), 'utf8')) as { profiles: object })
    .profiles

describe('by device code', () => {
  test('shows address and code, waits for the answer, and keeps the session in a private jar', async () => {
    portal.state.polls.splice(0, 2, 'authorization_pending', 'authorization_pending', 'token')
    const { code, stdout, stderr } = await login()
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`  ${portal.origin}/login/device\n`)
    expect(stderr).toContain('WDJB-MJHT')
    expect(stderr).toContain('as Ada (ada@acme.example), tenant acme.')
    expect(statSync(jar()).mode & 0o777).toBe(0o600)
    expect(profile()).toEqual({ default: { server: portal.origin, tenant: 'acme' } })
    expect(portal.state.sessions.size).toBe(1)
  })

  test('on a terminal with room the address is a QR code too', async () => {
    const { stderr } = await login(['--device'], { isTTY: true })
    const picture = stderr.split('\n').filter((line) => /^[█▀▄ ]{20,}$/.test(line))
    expect(picture.length).toBeGreaterThan(12)
    expect(picture.every((line) => line.length < 80)).toBe(true)
    expect((await login(['--device'], { isTTY: true, env: { TERM: 'dumb' } })).stderr).not.toMatch(/[█▀▄]/)
    expect((await login(['--device'])).stderr).not.toMatch(/[█▀▄]/)
  })

  test.each([
    ['access_denied', 2, 'denied in the browser'],
    ['expired_token', 4, 'too old'],
    ['invalid_client', 1, 'Refused: invalid_client'],
  ])('%s ends with %d and leaves nothing', async (error, exit, sentence) => {
    portal.state.polls.splice(0, 2, error)
    const { code, stderr } = await login()
    expect(code).toBe(exit)
    expect(stderr).toContain(sentence)
    expect(existsSync(jar())).toBe(false)
    expect(existsSync(join(terminal.folder, '.config'))).toBe(false)
  })

  test('an expired code names the clocks as a possible cause', async () => {
    portal.state.polls.splice(0, 2, 'expired_token')
    expect((await login()).stderr).toContain('clocks of this machine')
  })

  test('a server that sends people to another place is not followed', async () => {
    portal.state.verificationUri = 'https://evil.example/login/device'
    const { code, stdout, stderr } = await login()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toContain('To sign in')
  })

  test('a token that the exchange rejects is exit 4, and the previous session stays valid', async () => {
    await login()
    const before = readFileSync(jar(), 'utf8')
    portal.state.tokens.add = () => portal.state.tokens
    const { code, stderr } = await login()
    expect(code).toBe(4)
    expect(stderr).toContain('clocks')
    expect(readFileSync(jar(), 'utf8')).toBe(before)
    expect((await terminal.run(['whoami'])).code).toBe(0)
  })
})

describe('by the browser of this machine', () => {
  /** A browser that only records its address; the test acts as the person. */
  function browser(): { env: Record<string, string>; url: Promise<string> } {
    const script = join(terminal.folder, 'browser')
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" > ${terminal.folder}/sent\n`)
    chmodSync(script, 0o755)
    const sent = join(terminal.folder, 'sent')
    const url = new Promise<string>((resolve) => {
      const watcher = watch(terminal.folder, () => {
        const text = existsSync(sent) ? readFileSync(sent, 'utf8') : ''
        if (!text.endsWith('\n')) return
        watcher.close()
        resolve(text.trim())
      })
    })
    return { env: { BROWSER: script, PATH: process.env['PATH'] ?? '' }, url }
  }
  const visit = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers })

  test('PKCE, a port of this machine, and a page that says it is done', async () => {
    const { env, url } = browser()
    const running = login([], { env, isTTY: true })
    const asked = new URL(await url)
    expect(asked.origin + asked.pathname).toBe(`${portal.origin}/oauth2/authorize`)
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'portico-cli',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const back = await visit(allowed(portal, asked.href))
    expect([back.status, back.headers.get('location')]).toEqual([303, `${portal.origin}/login/device?result=done`])
    const { code, stderr } = await running
    expect(code).toBe(0)
    expect(stderr).toContain(asked.href)
    expect((await terminal.run(['whoami', '--json', 'username'])).stdout).toContain('ada@acme.example')
  })

  test('requests from another site are ignored, and the person can still sign in', async () => {
    const { env, url } = browser()
    const running = login(['--web'], { env })
    const asked = await url
    const right = allowed(portal, asked)
    const statuses = [
      await visit(allowed(portal, asked, { state: 'x'.repeat(43) })),
      await visit(allowed(portal, asked, { state: '' })),
      await visit(right.replace('/callback', '/')),
      await fetch(right, { method: 'POST' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 400, 404, 404])
    expect((await visit(right)).headers.get('location')).toContain('result=done')
    expect((await running).code).toBe(0)
    expect(portal.received.filter(({ path }) => path === '/oauth2/token')).toHaveLength(1)
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['another server’s answer', { iss: 'https://evil.example' }, 1, 'failed'],
    ['no name of the server', { iss: '' }, 1, 'failed'],
    ['a stolen code', { code: 'stolen' }, 1, 'failed'],
    ['a refusal', { error: 'access_denied' }, 2, 'denied'],
  ])('%s does not sign in', async (_, change, exit, result) => {
    const { env, url } = browser()
    const running = login(['--web'], { env })
    const back = await visit(allowed(portal, await url, change))
    expect(back.headers.get('location')).toBe(`${portal.origin}/login/device?result=${result}`)
    expect((await running).code).toBe(exit)
    expect(existsSync(jar())).toBe(false)
  })
})

describe('which way', () => {
  test('without a terminal a flag is required', async () => {
    const { code, stderr } = await login([])
    expect(code).toBe(64)
    expect(stderr).toContain('--device')
    expect(portal.received).toEqual([])
  })

  test('both ways are one too many, and a server is needed', async () => {
    expect((await login(['--web', '--device'])).code).toBe(64)
    expect((await terminal.run(['login', '--device'])).code).toBe(64)
  })

  test.each<Record<string, string>>([{}, { DISPLAY: ':0', SSH_CONNECTION: 'x' }, { BROWSER: 'true', CI: '1' }])(
    'with %j it is a code',
    async (env) => {
      expect((await login([], { env, isTTY: true })).stderr).toContain('WDJB-MJHT')
    },
  )
})

describe('the session', () => {
  test('answers whoami and session, and its end is exit 4', async () => {
    await login()
    expect((await terminal.run(['session', '--json', 'sessionIdleSecs'])).stdout).toContain('900')
    portal.state.sessions.clear()
    const { code, stderr } = await terminal.run(['whoami'])
    expect(code).toBe(4)
    expect(stderr).toContain('hint: portico login\n')
  })

  test('is never sent to another server', async () => {
    await login()
    const other = await startPeoplePortal()
    expect((await terminal.run(['whoami', '--server', other.origin])).code).toBe(4)
    expect(other.received.every(({ headers }) => headers.cookie === undefined)).toBe(true)
    await other.close()
  })

  test('env use selects at the server, whose new cookies are kept', async () => {
    await login()
    expect((await terminal.run(['env', 'use', 'staging'])).code).toBe(0)
    expect([...portal.state.sessions.values()]).toEqual(['env-2'])
    expect(profile()).toMatchObject({ default: { environment: 'Staging' } })
    expect((await terminal.run(['whoami'])).code).toBe(0)
    expect((await terminal.run(['env', 'use', 'nowhere'])).code).toBe(6)
  })

  test('login --env does the same', async () => {
    const { code, stderr } = await login(['--device', '--env', 'Production'])
    expect(code).toBe(0)
    expect(stderr).toContain('Production')
    expect([...portal.state.sessions.values()]).toEqual(['env-1'])
  })

  test('a new sign-in gives back the environment of the profile, and says when it is gone or none was chosen', async () => {
    expect((await login()).stderr).toContain('No environment is chosen yet. Choose one: portico env use NAME')
    await terminal.run(['env', 'use', 'staging'])
    const again = await login()
    expect(again.stderr).toContain('Works in Staging, as before.')
    expect([...portal.state.sessions.values()]).toEqual(['env-2'])
    const config = join(terminal.folder, '.config/portico/config.json')
    writeFileSync(config, readFileSync(config, 'utf8').replace('Staging', 'Gone'))
    const gone = await login()
    expect([gone.code, gone.stderr]).toEqual([0, expect.stringContaining('The environment Gone of this profile')])
  })

  test('is in the list of profiles, with the name of the person', async () => {
    await login()
    const list = () => terminal.run(['profile', 'list', '--json', 'name,person,signedIn'])
    expect(JSON.parse((await list()).stdout)).toEqual([{ name: 'default', person: 'ada@acme.example', signedIn: true }])
    await terminal.run(['env', 'use', 'staging'])
    expect(JSON.parse((await list()).stdout)).toMatchObject([{ person: 'ada@acme.example' }])
    await terminal.run(['logout'])
    expect(JSON.parse((await list()).stdout)).toEqual([{ name: 'default', person: null, signedIn: false }])
  })

  test('logout ends it at the server with its CSRF token, and forgets it', async () => {
    await login()
    expect(await terminal.run(['logout'])).toMatchObject({ code: 0, stderr: 'Signed out.\n' })
    expect(portal.state.sessions.size).toBe(0)
    expect(existsSync(jar())).toBe(false)
    expect((await terminal.run(['whoami'])).code).toBe(4)
    expect((await terminal.run(['logout'])).stderr).toContain('is not signed in')
  })

  test('logout forgets it also when the server is away', async () => {
    await login()
    await portal.close()
    const { code, stderr } = await terminal.run(['logout'])
    expect(code).toBe(0)
    expect(stderr).toContain('could not end the session')
    expect(existsSync(jar())).toBe(false)
  })

  test('of an earlier sign-in is ended by the next, and another tenant is reported', async () => {
    await login()
    portal.state.tenant = 'globex'
    const { stderr } = await login()
    expect(portal.state.sessions.size).toBe(1)
    expect(stderr).toContain('belonged to tenant acme before')
    expect((await terminal.run(['whoami'])).code).toBe(0)
  })

  test('takes the place of a service account that this profile was signed in as', async () => {
    const path = join(terminal.folder, '.local/state/portico/credentials.json')
    const expiresAt = '2030-01-01T00:00:00Z'
    await saveCredential(path, 'default', {
      server: portal.origin,
      serviceAccount: 'robot',
      accessToken: 'x',
      expiresAt,
    })
    await login()
    expect(readFileSync(path, 'utf8')).not.toContain('robot')
    expect((await terminal.run(['whoami', '--json', 'username'])).stdout).toContain('ada@acme.example')
  })

  test('nothing secret appears in what --debug prints', async () => {
    const { stderr } = await login(['--device', '--debug'])
    expect(stderr).toContain('> POST')
    const [session = ''] = portal.state.sessions.keys()
    for (const secret of ['secret-device-code', 'access-', session]) expect(stderr).not.toContain(secret)
  })
})
