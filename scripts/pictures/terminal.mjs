import { createRequire } from 'node:module'
import { join } from 'node:path'

import { openPortalBrowser } from '../../bench/support/portal-browser.mjs'
import { portico, root } from '../../bench/support/paths.mjs'
import { openPty } from '../../bench/support/pty.mjs'
import { demoObjects } from './demo-objects.mjs'
import { frameAsHtml, themes } from './terminal-frame.mjs'

const waitMaxMs = 30_000
const sizes = [
  { cols: 120, rows: 34 },
  { cols: 80, rows: 24 },
]

/** Pictures of the terminal UI in real pseudo terminals, as `screen-columns-theme.png`. `note`: as for the portal. */
export async function pictureTerminal({ demo, folder, screens, say, note }) {
  const browser = await openPortalBrowser(demo)
  const found = []
  try {
    const { env } = await demo.start()
    // A sign-in that failed, for the overview and the list of sign-ins.
    await demoObjects(browser, demo)
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const screen of screens) {
      say(screen.name)
      for (const size of sizes) {
        for (const theme of Object.keys(themes)) {
          const name = `${screen.name}-${size.cols}-${theme}`
          const fault = await picture(page, { screen, size, theme, env, file: join(folder, `${name}.png`) })
          if (fault === undefined) await note(name, page)
          else found.push({ screen: screen.name, width: size.cols, fault })
        }
      }
    }
  } finally {
    await browser.close()
  }
  return found
}

/** Draws one frame; answers what went wrong. */
async function picture(page, { screen, size, theme, env, file }) {
  const argv = [portico, 'tui', '--env', 'Production']
  const pty = openPty(argv, { ...env, LANG: 'C.UTF-8', PORTICO_THEME: theme }, process.execPath, size)
  const { Terminal } = createRequire(join(root, 'packages', 'cli', 'package.json'))('@xterm/headless')
  const terminal = new Terminal({ ...size, allowProposedApi: true })
  let taken = 0
  /** The clock of the session keeps drawing, so that a wait must end by itself. */
  async function shows(wanted) {
    const deadline = performance.now() + waitMaxMs
    while (performance.now() < deadline) {
      const text = pty.written().slice(taken)
      taken += text.length
      await new Promise((done) => terminal.write(text, done))
      const { active } = terminal.buffer
      const lines = Array.from({ length: size.rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
      if (typeof wanted === 'string' ? lines.join('\n').includes(wanted) : wanted.test(lines.join('\n'))) return
      await pty.until((written) => written.length > taken)
    }
    throw new Error(`the terminal never showed ${String(wanted)}`)
  }
  try {
    for (const [keys, after] of screen.steps) {
      await shows(after)
      pty.write(keys)
    }
    await shows(screen.shows)
    await pty.quiet()
    await shows(screen.shows)
    await page.setContent(frameAsHtml(terminal, theme))
    await page.locator('pre').screenshot({ path: file })
    return undefined
  } catch (reason) {
    return `no picture: ${reason.message.split('\n')[0]}`
  } finally {
    pty.write('\u0003')
    await pty.exited
    terminal.dispose()
  }
}
