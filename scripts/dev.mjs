// `npm run dev`: the demo's server, the portal and the terminal UI from source. After a change the server starts again,
// the browser takes the new modules, and a terminal UI opened with `npm run dev tui` opens again.
// Other arguments go to `portico-server demo`: `npm run dev -- --fresh`.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { styleText } from 'node:util'

import { watchBundle } from './dev/bundles.mjs'
import { servePages } from './dev/pages.mjs'
import { createServerProcess } from './dev/server.mjs'
import { runTerminal } from './dev/terminal.mjs'
import { watchWords } from './dev/words.mjs'

const args = process.argv.slice(2)
if (args[0] === 'tui') await runTerminal(args.slice(1))
else await runAll(args)

/** Runs until Ctrl-C: the pages on PORTICO_DEV_PORT (8080), the server behind them on a port that is free. */
async function runAll(demoArguments) {
  const host = '127.0.0.1'
  const port = Number(process.env['PORTICO_DEV_PORT'] ?? 8080)
  const begun = performance.now()
  const behind = { host, port: await freePort(host) }
  const server = createServerProcess({ ...behind, baseUrl: `http://${host}:${port}`, demoArguments })
  const parts = [server]
  let pages
  let stopping
  const stop = () => {
    stopping ??= Promise.allSettled(parts.toReversed().map((part) => part.close())).then(() => process.exit())
    return stopping
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const onBuilt = async (name) => {
    if (name === 'cli') return say('built cli')
    try {
      await server.restart()
      pages?.reload()
      say(`built ${name}, restarted the server`)
    } catch (error) {
      say(error.message, 'red')
    }
  }
  const onFailed = (name, error) => say(`cannot build ${name}: ${error.message}`, 'red')
  try {
    parts.push(await watchWords())
    const bundles = await Promise.all(
      ['simulator', 'server', 'cli'].map((name) => watchBundle(name, { onBuilt, onFailed })),
    )
    parts.push(...bundles)
    ;[pages] = await Promise.all([
      servePages({ host, port, server: `http://${host}:${behind.port}`, idle: server.idle }),
      server.start(),
    ])
    parts.push(pages)
    say(`ready after ${((performance.now() - begun) / 1000).toFixed(1)} s: http://${host}:${port}/login`, 'green')
    say('terminal UI, in another terminal: npm run dev tui')
  } catch (error) {
    say(error.message, 'red')
    process.exitCode = 1
    await stop()
  }
}

async function freePort(host) {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

function say(text, style = 'dim') {
  process.stdout.write(`${styleText(style, `dev: ${text}`)}\n`)
}
