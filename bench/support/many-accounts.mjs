import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const nameOf = (at) => `account-${String(at).padStart(6, '0')}`

/** A portal with `count` service accounts, which answers what the terminal UI reads, and a home signed in to it. */
export async function startManyAccounts(count) {
  const time = '2026-01-01T00:00:00.000Z'
  const serviceAccounts = Array.from({ length: count }, (_, at) => ({
    id: `id-${at}`,
    name: nameOf(at),
    urn: `urn:portico:bench:service-account:${at}`,
    createdAt: time,
    updatedAt: time,
  }))
  const environment = {
    id: 'e',
    name: 'Production',
    type: 'PROD',
    urn: 'urn:portico:bench:environment:e',
    readonly: false,
  }
  const answers = new Map(
    Object.entries({
      '/api/portal/launcher/principalinfo': {
        kind: 'service-account',
        id: 'robot',
        username: 'robot',
        name: 'Robot',
        email: null,
        tenant: { id: 't', name: 'Bench' },
        environment: null,
        identityProvider: null,
        groups: [],
        portalRoles: ['security-admin'],
      },
      '/api/portal/cloudsession': {
        expiresOn: new Date(Date.now() + 3_600_000).toISOString(),
        sessionIdleSecs: 3600,
        deactivated: false,
        systemBanner: null,
      },
      '/api/portal/admin/environments': { environments: [environment] },
      '/api/portal/admin/environments/e/service-accounts': { serviceAccounts, readonly: false },
      '/api/portal/admin/environments/e/applications': { applications: [] },
    }).map(([path, answer]) => [path, JSON.stringify(answer)]),
  )
  const server = createServer((request, response) => {
    const answer = answers.get(new URL(request.url, 'http://localhost').pathname)
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(answer ?? '{"errorID":"NOT_FOUND","errorMessage":"not found"}')
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${server.address().port}`
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-tui-'))
  write(join(folder, 'state', 'portico'), 'credentials.json', {
    profiles: {
      default: { server: origin, serviceAccount: 'robot', accessToken: 't', expiresAt: '2999-01-01T00:00:00Z' },
    },
  })
  write(join(folder, 'config', 'portico'), 'config.json', {
    profiles: { default: { server: origin, serviceAccount: 'robot', keyFile: '/nowhere' } },
  })
  return {
    nameOf,
    env: { HOME: folder, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function write(folder, name, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 })
}
