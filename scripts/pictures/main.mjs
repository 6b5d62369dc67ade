// Pictures of every screen: the portal at four widths in three schemes, and the terminal UI on dark and light
// backgrounds, from the built product with its demo. They and a contact sheet go to pictures/. Faults that a program can
// see (a page that scrolls sideways, a text cut without a way to read it, an error on the console) are printed at the end,
// and the exit code is 1. `-- --only launcher --only sign-ins`, `--width 320`, `--scheme dark`, `--face terminal` make fewer;
// `-- --readme` replaces those that README.md shows.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'

import { openDemo } from '../../bench/support/demo.mjs'
import { writeContactSheet } from './contact-sheet.mjs'
import { picturePortal, schemes, widths } from './portal.mjs'
import { portalScreens } from './portal-screens.mjs'
import { pictureTerminal } from './terminal.mjs'
import { terminalScreens } from './terminal-screens.mjs'

const minutesMax = 30
const root = resolve(import.meta.dirname, '..', '..')
/** The pictures of README.md, in docs/pictures. */
const readme = [
  { screen: 'launcher', taken: 'launcher-1440-light.png', name: 'launcher.png' },
  { screen: 'service-accounts', taken: 'service-accounts-1440-dark.png', name: 'service-accounts.png' },
  { screen: 'tui-overview', taken: 'tui-overview-120-dark.png', name: 'terminal.png' },
]
const many = { type: 'string', multiple: true }
const { values } = parseArgs({
  options: { only: many, width: many, scheme: many, face: many, out: { type: 'string' }, readme: { type: 'boolean' } },
})
const {
  only = values.readme ? readme.map(({ screen }) => screen) : undefined,
  width = values.readme ? ['1440'] : undefined,
  scheme,
  face = ['portal', 'terminal'],
  out = join(root, 'pictures'),
} = values
const chosen = (screens) => screens.filter(({ name }) => only === undefined || only.includes(name))
const say = (text) => process.stderr.write(`${text}\n`)

const unknown = (only ?? []).filter((name) => ![...portalScreens, ...terminalScreens].some((one) => one.name === name))
if (unknown.length > 0) {
  say(`There is no screen ${unknown.join(', ')}. scripts/pictures/ lists them.`)
  process.exit(64)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const demo = openDemo()
const stop = (code) => void demo.close().finally(() => process.exit(code))
process.once('SIGTERM', () => stop(143))
process.once('SIGINT', () => stop(130))
const late = setTimeout(() => {
  say(`The pictures were not ready after ${minutesMax} minutes.`)
  stop(1)
}, minutesMax * 60_000)
const found = []
try {
  const options = { demo, folder: out, say }
  if (face.includes('portal')) {
    const wanted = scheme ?? Object.keys(schemes)
    const at = width?.map(Number) ?? widths
    found.push(...(await picturePortal({ ...options, screens: chosen(portalScreens), widths: at, schemes: wanted })))
  }
  if (face.includes('terminal'))
    found.push(...(await pictureTerminal({ ...options, screens: chosen(terminalScreens) })))
} finally {
  clearTimeout(late)
  await demo.close()
}
say(`${writeContactSheet(out)} pictures: ${join(out, 'index.html')}`)
if (values.readme && found.length === 0)
  for (const { taken, name } of readme) copyFileSync(join(out, taken), join(root, 'docs', 'pictures', name))
for (const { screen, width: at, fault } of found) say(`${screen} at ${at}: ${fault}`)
process.exitCode = found.length > 0 ? 1 : 0
