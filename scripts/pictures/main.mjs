// Pictures of every screen: the portal at four widths in three schemes, and the terminal UI on dark and light
// backgrounds, from the built product with its demo. They and a contact sheet go to pictures/. Faults that a program can
// see (a page that scrolls sideways, a text cut without a way to read it, an error on the console) are printed at the end,
// and the exit code is 1. `-- --only launcher --only sign-ins`, `--width 320`, `--scheme dark`, `--face terminal` make fewer;
// `-- --documents` replaces those of README.md and the guides; with `--check` it only compares them with the screens.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'

import { openDemo } from '../../bench/support/demo.mjs'
import { writeContactSheet } from './contact-sheet.mjs'
import { documentPictures } from './documents.mjs'
import { ageOf, fingerprintOf } from './fingerprint.mjs'
import { picturePortal, schemes, widths } from './portal.mjs'
import { portalScreens } from './portal-screens.mjs'
import { pictureTerminal } from './terminal.mjs'
import { terminalScreens } from './terminal-screens.mjs'

const minutesMax = 30
const root = resolve(import.meta.dirname, '..', '..')
const pictures = join(root, 'docs', 'pictures')
const many = { type: 'string', multiple: true }
const { values } = parseArgs({
  options: {
    only: many,
    width: many,
    scheme: many,
    face: many,
    out: { type: 'string' },
    documents: { type: 'boolean' },
    check: { type: 'boolean' },
    fingerprints: { type: 'string', default: join(pictures, 'fingerprints.json') },
  },
})
const {
  only = values.documents ? documentPictures.map(({ screen }) => screen) : undefined,
  width = values.documents ? ['1440'] : undefined,
  scheme = values.documents ? ['light', 'dark'] : undefined,
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
/** What the pictures of documents show, by their names. */
const seen = {}
async function note(taken, page) {
  const picture = documentPictures.find((one) => one.taken === taken)
  if (picture !== undefined) seen[picture.name] = await fingerprintOf(page)
}
try {
  const options = { demo, folder: out, say, note }
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
if (values.documents && values.check) compare()
else if (values.documents && found.length === 0) replace()
for (const { screen, width: at, fault } of found) say(`${screen} at ${at}: ${fault}`)
process.exitCode = found.length > 0 ? 1 : 0

function compare() {
  const known = JSON.parse(readFileSync(values.fingerprints, 'utf8'))
  for (const { name, screen } of documentPictures)
    for (const fault of seen[name] === undefined ? [] : ageOf(known[name], seen[name]))
      found.push({ screen, width: name, fault: `the picture is older: ${fault}` })
}

function replace() {
  const known = existsSync(values.fingerprints) ? JSON.parse(readFileSync(values.fingerprints, 'utf8')) : {}
  for (const { taken, name } of documentPictures.filter((one) => seen[one.name] !== undefined)) {
    const file = join(pictures, name)
    copyFileSync(join(out, `${taken}.png`), file)
    known[name] = { sha256: createHash('sha256').update(readFileSync(file)).digest('hex'), ...seen[name] }
  }
  writeFileSync(values.fingerprints, `${JSON.stringify(known, null, 2)}\n`)
}
