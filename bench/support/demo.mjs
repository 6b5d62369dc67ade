import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cleanEnvironment } from './environment.mjs'
import { porticoServer } from './paths.mjs'
import { runPortico } from './run-portico.mjs'

/** The demo in a separate folder, started on first use: server, simulator and database on any free ports. `nodeFlags`: of its process. */
export function openDemo(nodeFlags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  let child
  let starting
  return {
    folder,
    start: () => (starting ??= start()),
    async close() {
      if (child !== undefined && child.exitCode === null) {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function start() {
    const data = join(folder, 'data')
    const flags = ['demo', '--port', '0', '--simulator-port', '0', '--data', data]
    child = spawn(process.execPath, [...nodeFlags, porticoServer, ...flags], {
      env: cleanEnvironment({ HOME: folder }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const origin = await ready(child)
    const automation = JSON.parse(readFileSync(join(data, 'demo', 'automation.json'), 'utf8'))
    const env = cleanEnvironment({
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    })
    const { serviceAccountId, keyFile, environment } = automation
    const login = ['login', '--server', origin, '--service-account', serviceAccountId, '--key-file', keyFile]
    await runPortico([...login, '--env', environment], env)
    const { profiles } = JSON.parse(readFileSync(join(folder, 'state', 'portico', 'credentials.json'), 'utf8'))
    return { origin, env, environment, token: profiles.default.accessToken, issuer: origin, pid: child.pid }
  }
}

function ready(child) {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (bytes) => {
      said += bytes
      const origin = /^ready (\S+)$/m.exec(said)?.[1]
      if (origin !== undefined) resolve(origin)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The demo ended with ${code}:\n${said}`)))
  })
}
