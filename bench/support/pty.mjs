import { createRequire } from 'node:module'
import { join } from 'node:path'

import { root } from './paths.mjs'

const quietMs = 150

/** Node, or another program, with its arguments in a pseudo terminal of 100 by 30, or of another size. */
export function openPty(argv, env, program = process.execPath, size = { cols: 100, rows: 30 }) {
  const { spawn } = createRequire(join(root, 'packages', 'cli', 'package.json'))('@lydell/node-pty')
  const child = spawn(program, argv, { ...size, env: { ...env, TERM: 'xterm-256color' } })
  let written = ''
  let heard = () => undefined
  child.onData((text) => {
    written += text
    heard()
  })
  const exited = new Promise((resolve) => child.onExit(resolve))
  const next = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      heard = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  return {
    exited,
    written: () => written,
    write: (text) => child.write(text),
    /** Resolves when what was written is as wanted; rejects after a minute. */
    async until(wanted) {
      const deadline = performance.now() + 60_000
      while (!wanted(written)) {
        if (performance.now() > deadline)
          throw new Error(`The terminal never showed what was waited for: ${written.slice(-2000)}`)
        await next(1000)
      }
    },
    /** Resolves when nothing was written for a while. */
    async quiet() {
      while (await next(quietMs));
    },
  }
}
