import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const program = resolve(import.meta.dirname, '../../bin/portico-server')

/**
 * `portico-server demo` as a child process. `baseUrl` is the address people use; the pages' server passes requests on
 * from there. `start` and `restart` resolve when the server answers and reject when it ends before that.
 */
export function createServerProcess({ host, port, baseUrl, demoArguments }) {
  const env = { PORTICO_DRAIN_SECONDS: '1', ...process.env, PORTICO_BASE_URL: baseUrl }
  let child
  let waiting
  let underWay = Promise.resolve()
  let isClosed = false

  async function start(extra = demoArguments) {
    child = spawn(process.execPath, [program, 'demo', '--host', host, '--port', String(port), ...extra], {
      env,
      // Its own process group, so that Ctrl-C reaches only this process, which then ends the children in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await isReady(child)
  }

  async function end() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  return {
    start,
    /** Resolves when no restart is under way. */
    idle: () => underWay,
    /** Several changes while a restart is under way make one more restart. */
    restart() {
      waiting ??= underWay.then(async () => {
        waiting = undefined
        await end()
        if (!isClosed) await start(demoArguments.filter((argument) => argument !== '--fresh'))
      })
      underWay = waiting.catch(() => undefined)
      return waiting
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}

function isReady(child) {
  let text = ''
  child.stdout.setEncoding('utf8')
  return new Promise((ready, fail) => {
    child.once('exit', (code) => fail(new Error(`portico-server ended with exit code ${code}:\n${text}`)))
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (/^ready /m.test(text)) ready()
    })
  })
}
