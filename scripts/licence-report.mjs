/** SPDX identifiers under which a package may be part of a release: their texts allow it to anyone who keeps the notices. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // A font.
  'OFL-1.1',
])

/** Packages whose package.json names no licence, by the text that they ship. */
const byTheirText = { '@react-aria/optimize-locales-plugin': 'Apache-2.0' }

/** The name, version and licence of a package, by its folder in the lock file. */
export function packageOf(folder, packages) {
  const name = folder.split('node_modules/').at(-1)
  const { version, license } = packages[folder] ?? {}
  return { name, version, licence: license ?? byTheirText[name] ?? 'none' }
}

/** Whether a licence of the lock file is allowed: `A AND B` needs both, `A OR B` one of them. */
export function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))
}

/**
 * The licences of a release as Markdown: how many packages have which, then each package of each archive. `contents`: the archives with the
 * folders of their packages, as the lock file names them in `packages`. Throws where a licence is missing or not allowed.
 */
export function licenceReport({ version, contents, packages }) {
  const tables = contents.map(({ name, folders }) => ({
    name,
    rows: folders.map((folder) => packageOf(folder, packages)),
  }))
  const all = tables.flatMap(({ rows }) => rows)
  const refused = all.filter(({ licence }) => !isAllowed(licence))
  if (refused.length > 0)
    throw new Error(
      refused
        .map((one) => `${one.name} ${one.version} has the licence ${one.licence}, which is not allowed.`)
        .join('\n'),
    )
  const unique = new Map(all.map((row) => [`${row.name} ${row.version}`, row.licence]))
  const counts = countsOf([...unique.values()])
  return [
    `# Licences of Portico ${version}`,
    'Portico itself: Apache-2.0. Each archive has the texts in `THIRD-PARTY-LICENSES.txt`, and its bill of materials the hashes.',
    table(['Licence', 'Packages'], counts),
    ...tables.flatMap(({ name, rows }) => [
      `## ${name}`,
      table(
        ['Package', 'Version', 'Licence'],
        rows.map((row) => [row.name, row.version, row.licence]),
      ),
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}

function countsOf(licences) {
  const counts = new Map()
  for (const one of licences) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
