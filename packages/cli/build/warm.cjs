'use strict'

// Runs the commonest command lines once against a small server and leaves V8's code cache of what ran, and the help of
// the program as a text (start.cjs).
const { EventEmitter } = require('node:events')
const { mkdtempSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const { createServer } = require('node:http')
const { tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { setFlagsFromString } = require('node:v8')

// What has run stays compiled until the caches are written. V8 compares flags, so they are put back before.
setFlagsFromString('--no-flush-bytecode')
const start = require(process.argv[2])

const environment = { id: 'e', name: 'Production', type: 'PROD', urn: 'urn:e', readonly: false }
const account = {
  id: 'a',
  name: 'a',
  urn: 'urn:a',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const provider = {
  id: 'p',
  name: 'p',
  type: 'OIDC',
  primary: true,
  pendingSwitch: false,
  enabled: true,
  config: { issuer: 'https://a.example', clientId: 'c' },
  secrets: ['clientSecret'],
  certificates: [],
  prefixes: [],
  suffixes: ['a.example'],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  draft: null,
  live: null,
}
const none = { rows: [], total: 0 }
const answers = {
  '/api/portal/launcher/principalinfo': {
    kind: 'user',
    id: 'u',
    username: 'u',
    name: 'u',
    email: null,
    tenant: { id: 't', name: 't' },
    environment: null,
    identityProvider: null,
    groups: [],
    portalRoles: ['security-admin'],
  },
  '/api/portal/cloudsession': {
    expiresOn: '2999-01-01T00:00:00Z',
    sessionIdleSecs: 900,
    deactivated: false,
    systemBanner: null,
  },
  '/api/portal/admin/environments': { environments: [environment] },
  '/api/portal/admin/environments/e/service-accounts': { serviceAccounts: [account], readonly: false },
  '/api/portal/admin/environments/e/service-accounts/a': account,
  '/api/portal/admin/environments/e/service-accounts/a/applications': { dependencies: [] },
  '/api/portal/admin/environments/e/applications': { applications: [] },
  '/api/portal/admin/tenant/idps': { idps: [provider] },
  '/api/portal/admin/tenant/idps/p': provider,
  '/api/portal/admin/doctor': {
    now: '2026-01-01T00:00:00Z',
    version: null,
    newerMigrations: [],
    administrators: 2,
    oneCertificate: [],
    scimTokensFull: [],
    unusedKeys: none,
    rolesWithoutGroups: none,
    formatConflicts: none,
    notices: none,
  },
  '/api/portal/admin/sign-ins': { signIns: [], next: null },
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const answer = answers[pathname]
  if (answer === undefined) {
    // With a 404 the list is never drawn, and the build would wait for it.
    process.stderr.write(`No answer for ${request.method} ${pathname}: add it to \`answers\` in build/warm.cjs.\n`)
    process.exit(1)
  }
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(answer))
})

server.listen(0, '127.0.0.1', async () => {
  const home = mkdtempSync(join(tmpdir(), 'portico-build-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const origin = `http://127.0.0.1:${server.address().port}`
  const state = join(home, 'state', 'portico')
  mkdirSync(state, { recursive: true })
  const credential = { server: origin, serviceAccount: 'a', accessToken: 't', expiresAt: '2999-01-01T00:00:00Z' }
  writeFileSync(join(state, 'credentials.json'), JSON.stringify({ profiles: { default: credential } }))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
  }
  const configFolder = join(home, 'config', 'portico')
  mkdirSync(configFolder, { recursive: true })
  const profile = { server: origin, serviceAccount: 'a', keyFile: '/dev/null' }
  writeFileSync(join(configFolder, 'config.json'), JSON.stringify({ profiles: { default: profile } }))
  try {
    for (const line of [
      '--help',
      'service-account create --help',
      'whoami',
      'whoami --json',
      'service-account list',
      'service-account list --json',
      'service-account get a --json',
      'app list --env Production -o table',
      'idp list --json',
      'idp get p -o table',
      'idp update p --set clientId=d --dry-run',
      'username-format list',
      'config list',
    ]) {
      const said = { stdout: '', stderr: '' }
      const running = processOf(line.split(' '), env, home, said)
      await start.load().main(running, '0.0.0')
      if (running.exitCode !== 0) throw new Error(`portico ${line} ended with ${running.exitCode}: ${said.stderr}`)
      if (line === '--help') writeFileSync(join(dirname(process.argv[2]), 'help.txt'), said.stdout)
    }
    await openTerminalUi(env, home)
    setFlagsFromString('--flush-bytecode')
    start.keepCaches()
  } finally {
    server.close()
  }
})

/** The terminal UI on a terminal that is not there, until its list is drawn. */
async function openTerminalUi(env, home) {
  let drawn = ''
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: () => stdin,
    setEncoding: () => stdin,
    resume: () => stdin,
    pause: () => stdin,
    ref() {},
    unref() {},
  })
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 100,
    rows: 30,
    write(text) {
      const before = drawn
      drawn += text
      // Some keys, then Ctrl-C.
      if (drawn.includes('Production') && !before.includes('Production'))
        setTimeout(() => stdin.emit('data', Buffer.from('\u001b[B\u001b[A\u0003')), 50)
      return true
    },
  })
  const running = Object.assign(new EventEmitter(), {
    ...processOf(['tui'], { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' }, home, {}),
    stdin,
    stdout,
    stderr: stdout,
    platform: process.platform,
    once: EventEmitter.prototype.once,
  })
  await start.load().main(running, '0.0.0')
  if (running.exitCode !== 130) throw new Error(`The terminal UI ended with ${running.exitCode}: ${drawn}`)
}

/** As much of a process as the command line asks for. */
function processOf(words, env, home, said) {
  const stream = (name) => ({
    isTTY: false,
    columns: undefined,
    on() {
      return this
    },
    write: (text) => (said[name] += text),
  })
  return {
    argv: ['node', 'portico', ...words],
    env,
    cwd: () => home,
    stdin: { isTTY: false },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    on() {},
    once() {},
    exit() {},
    exitCode: undefined,
  }
}
