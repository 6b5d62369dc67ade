// Writes the files of a new noun of the tenant, which has an id and a name (docs/guides/adding-a-noun.md):
//   node scripts/new-noun.mjs tenant/help-page          writes them and prints what lists of all nouns need
//   node scripts/new-noun.mjs tenant/help-page --lists  adds those lines too
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { coreFiles, serverFiles } from './new-noun/core-and-server.mjs'
import { cliFiles, webFiles } from './new-noun/faces.mjs'
import { byHand, lists } from './new-noun/lists.mjs'
import { nounAreas } from './rooms.mjs'

const root = resolve(import.meta.dirname, '..')
const [path = '', ...flags] = process.argv.slice(2)
const [area = '', name = '', ...rest] = path.split('/')

if (
  !nounAreas.includes(area) ||
  !/^[a-z]+(?:-[a-z]+)*$/.test(name) ||
  name.endsWith('s') ||
  rest.length > 0 ||
  flags.some((flag) => flag !== '--lists')
) {
  process.stderr.write(
    `Usage: node scripts/new-noun.mjs AREA/NAME [--lists]\nNAME is singular, like tenant/help-page. Areas: ${nounAreas.join(', ')}\n`,
  )
  process.exit(64)
}

const fill = filler({ area, singular: name, number: nextMigration() })
const files = Object.entries({ ...coreFiles, ...serverFiles, ...cliFiles, ...webFiles })
for (const [path] of files) {
  if (!existsSync(join(root, fill(path)))) continue
  process.stderr.write(`${fill(path)} exists already. Nothing was written.\n`)
  process.exit(1)
}
// Every list is looked at before anything is written.
const edited = Object.entries(lists).map(([path, edits]) => editList(path, edits))
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, fill(path))), { recursive: true })
  writeFileSync(join(root, fill(path)), fill(text))
  process.stdout.write(`wrote  ${fill(path)}\n`)
}
for (const { path, text, lines } of edited) {
  if (flags.length > 0) writeFileSync(join(root, path), text)
  process.stdout.write(`\n${flags.length > 0 ? 'added to' : 'add to'}  ${path}\n${lines.join('')}`)
}
process.stdout.write(`\nby hand\n${byHand.map(([path, what]) => `  ${fill(path)}: ${what}\n`).join('')}`)
process.stdout.write('\nThen: npm run tables, npm run format, npm run typecheck (docs/guides/adding-a-noun.md)\n')

/** A list with what the noun adds to it, and that as lines for people. Throws where the list looks different by now. */
function editList(path, edits) {
  let text = readFileSync(join(root, path), 'utf8')
  const lines = edits.map(([place, added]) => {
    const after = typeof place === 'string' ? place : place.exec(text)?.[0]
    if (after === undefined || !text.includes(after)) throw new Error(`${path} does not contain ${place}`)
    text = text.replaceAll(after, () => after + fill(added))
    return `  after ${after.trim()}\n${fill(added).replace(/^\n/, '').replace(/^/gm, '    ')}\n`
  })
  return { path, text, lines }
}

/** The templates speak of a widget in AREA; KEBAB, SNAKES and the like are its other spellings, NUMBER is the migration's. */
function filler({ area, singular, number }) {
  const camel = singular.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const pascal = camel[0].toUpperCase() + camel.slice(1)
  const words = singular.replaceAll('-', ' ')
  const label = words[0].toUpperCase() + words.slice(1)
  const spellings = {
    AREA: area,
    KEBAB: singular,
    SNAKE: singular.replaceAll('-', '_'),
    LABEL: label,
    WORD: words,
    NUMBER: number,
  }
  return (text) =>
    text
      .replace(/AREA|KEBAB|SNAKE|LABEL|WORD|NUMBER/g, (key) => spellings[key])
      .replaceAll('Widget', pascal)
      .replaceAll('widget', camel)
}

function nextMigration() {
  const list = readFileSync(join(root, 'packages/server/src/kit/database/migrations/index.ts'), 'utf8')
  const numbers = [...list.matchAll(/^ {2}'(\d{4})-/gm)].map(([, number]) => Number(number))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}
