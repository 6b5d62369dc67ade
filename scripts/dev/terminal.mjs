import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** `portico tui` in this terminal; it opens again when `npm run dev` has built the command line again. */
export async function runTerminal(args) {
  // The child reads the keyboard, Ctrl-C included.
  process.on('SIGINT', () => undefined)
  for (;;) {
    const child = spawn(process.execPath, [join(root, 'bin/portico'), 'tui', ...args], { stdio: 'inherit' })
    let isOutdated = false
    let timer
    const built = watch(join(root, 'packages/cli/dist'), (_, name) => {
      // The build writes the start file last of all.
      if (name !== 'main.cjs') return
      clearTimeout(timer)
      timer = setTimeout(() => {
        isOutdated = true
        child.kill('SIGTERM')
      }, 300)
    })
    const [code] = await once(child, 'exit')
    built.close()
    clearTimeout(timer)
    if (!isOutdated) process.exit(code ?? 1)
  }
}
