// Draws the folders of a package and their imports of each other: `node scripts/rooms.mjs [package]`. Folders in a circle stand
// together, with the imports between them; every other folder stands above those that it imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

const packages = resolve(import.meta.dirname, '../packages')
/** `import`, `export … from`, types included, and `import()`. */
const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/**
 * The imports between the folders of a package, types included and tests left out: by folder, and by folder that it imports,
 * the files. A file of `src` itself stands by itself.
 * @param {string} name
 */
export function readRooms(name) {
  const source = join(packages, name, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:ts|tsx)$/.test(file) && !/\.(?:test|browser|bench)\.|(?:^|\/)testing\//.test(file),
  )
  const hasAreas = files.some((file) => file.startsWith('kit/'))
  /** @type {Map<string, Map<string, string[]>>} */
  const rooms = new Map(files.map((file) => [roomOf(file, hasAreas), new Map()]))
  for (const file of files)
    for (const [, path = ''] of readFileSync(join(source, file), 'utf8').matchAll(specifier)) {
      const [from, to] = [roomOf(file, hasAreas), roomOf(posix.join(posix.dirname(file), path), hasAreas)]
      const imports = rooms.get(from)
      if (from !== to && rooms.has(to)) imports?.set(to, [...(imports.get(to) ?? []), file])
    }
  return rooms
}

/** Areas whose folders are nouns. */
export const nounAreas = ['tenant', 'providers', 'people', 'access', 'applications', 'machines', 'sign-in']

/**
 * The folder or file inside its area (`people/groups`, `app/routes.ts`); in a package without areas, the folder or file of `src`.
 * @param {string} file
 * @param {boolean} hasAreas
 */
function roomOf(file, hasAreas) {
  return file
    .split('/')
    .slice(0, hasAreas ? 2 : 1)
    .join('/')
}

/**
 * The folders that import each other, directly or through others (Tarjan's strongly connected components), sorted; a folder
 * outside every circle is not among them.
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} rooms
 */
export function circlesOf(rooms) {
  return componentsOf(rooms).filter((one) => one.length > 1)
}

/**
 * The imports that go against the floors of the house, each as `from → to`: a kit imports kits and nothing else of its package; a
 * noun or protocol engine imports those and nouns; only `app`, `operator` and the entries of a package (files of `src` itself)
 * import what is put together there.
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} rooms
 */
export function climbingOf(rooms) {
  return [...rooms].flatMap(([from, imports]) =>
    [...imports.keys()].filter((to) => floorOf(to) > floorOf(from)).map((to) => `${from} → ${to}`),
  )
}

/** @param {string} room */
function floorOf(room) {
  const [area, inside] = room.split('/')
  if (area === 'kit') return 0
  return inside === undefined || area === 'app' || area === 'operator' ? 2 : 1
}

/** @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} rooms */
function componentsOf(rooms) {
  /** @type {string[][]} */
  const found = []
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const marks = new Map()
  /** @type {string[]} */
  const open = []
  /** @param {string} room */
  const visit = (room) => {
    const mark = { index: marks.size, low: marks.size, isOpen: true }
    marks.set(room, mark)
    open.push(room)
    for (const next of rooms.get(room)?.keys() ?? []) {
      const seen = marks.get(next)
      if (seen === undefined) mark.low = Math.min(mark.low, visit(next).low)
      else if (seen.isOpen) mark.low = Math.min(mark.low, seen.index)
    }
    if (mark.low !== mark.index) return mark
    const component = open.splice(open.indexOf(room))
    for (const one of component) (marks.get(one) ?? mark).isOpen = false
    found.push(component.toSorted())
    return mark
  }
  for (const room of [...rooms.keys()].toSorted()) if (!marks.has(room)) visit(room)
  return found
}

/** @param {string} name */
function draw(name) {
  const rooms = readRooms(name)
  const lines = componentsOf(rooms).map((component) => {
    const inside = component.flatMap((from) =>
      component.flatMap((to) => {
        const files = rooms.get(from)?.get(to)?.length ?? 0
        return files > 0 ? [`    ${from} → ${to} (${files})`] : []
      }),
    )
    const below = new Set(component.flatMap((one) => [...(rooms.get(one)?.keys() ?? [])]))
    const others = [...below].filter((one) => !component.includes(one)).toSorted()
    return [`  ${component.join(', ')}${others.length > 0 ? `  imports ${others.join(', ')}` : ''}`, ...inside].join(
      '\n',
    )
  })
  const circles = circlesOf(rooms)
  const sizes = circles.map((one) => one.length).join(', ')
  return `${name}: ${rooms.size} folders, circles: ${circles.length === 0 ? 'none' : sizes}\n${lines.join('\n')}\n`
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv[2] === undefined ? ['core', 'server', 'cli', 'web', 'simulator'] : [process.argv[2]]
  process.stdout.write(names.map(draw).join('\n'))
}
