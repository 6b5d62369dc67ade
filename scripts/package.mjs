// Makes what is released into a folder: the archives `portico` (command line and terminal UI) and `portico-server` (server,
// portal and demo), which `npm install -g ./FILE` installs; a bill of materials (CycloneDX) of each; a report of the licences; and
// SHA-256 sums.
//   npm run package -- --out DIR
//   npm run release -- --out DIR    checks first that this commit can be released
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { packagesIn } from './bundled-packages.mjs'
import { licenceReport, packageOf } from './licence-report.mjs'
import { obstacles } from './release-obstacles.mjs'

const root = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Each archive: its program, the packages of ours with their builds, and what npm adds where it is installed. */
const archives = [
  {
    name: 'portico',
    description:
      'Command line and terminal UI of Portico, an application launcher and identity administration console.',
    packages: ['cli'],
    optionalDependencies: {},
    files: [],
    hasManual: true,
  },
  {
    name: 'portico-server',
    description: 'Server and web portal of Portico, an application launcher and identity administration console.',
    packages: ['server', 'web', 'simulator'],
    // npm takes the one for the processor and system.
    optionalDependencies: manifestOf('packages/server').optionalDependencies,
    // The unit and the files for proxies that docs/guides/production.md copies.
    files: ['deploy'],
    hasManual: false,
  },
]

const gitHead = commit()

const { values } = parseArgs({ options: { out: { type: 'string' }, release: { type: 'boolean' } } })
if (values.out === undefined) {
  const script = values.release === true ? 'release' : 'package'
  process.stderr.write(`error: there is no folder to write to\nhint: npm run ${script} -- --out DIR\n`)
  process.exit(64)
}
const missing = values.release === true ? obstacles(root) : []
if (missing.length > 0) {
  process.stderr.write(missing.map((one) => `error: ${one}\n`).join(''))
  process.exit(1)
}
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'portico-package-'))
try {
  const made = [...archives.flatMap(archive), writeReport()]
  const sums = made.map((file) => `${sha256(readFileSync(join(out, file)))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
} finally {
  rmSync(work, { recursive: true })
}

function archive({ name, description, packages, optionalDependencies, files, hasManual }) {
  const stage = join(work, name)
  const bundled = packagesIn(packages)
  for (const file of [`bin/${name}`, 'bin/package.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md', ...files])
    cpSync(join(root, file), join(stage, file), { recursive: true })
  for (const one of packages) copyBuild(one, stage)
  const manual = hasManual ? writeManual(stage) : []
  if (hasManual) writeCompletions(stage)
  writeFileSync(join(stage, 'THIRD-PARTY-LICENSES.txt'), licences(bundled))
  const { version, license, engines } = manifest
  const published = { name, version, description, license, engines, type: 'module', bin: { [name]: `bin/${name}` } }
  writeJson(join(stage, 'package.json'), {
    ...published,
    ...(gitHead !== undefined && { gitHead }),
    ...(manual.length > 0 && { man: manual }),
    ...(Object.keys(optionalDependencies).length > 0 && {
      optionalDependencies,
      // npm 11 asks before a package may make its links, which it needs.
      allowScripts: manifest.allowScripts,
    }),
  })
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], stage)
  const [{ filename, size, unpackedSize }] = JSON.parse(packed)
  const bill = `${name}-${version}.cdx.json`
  writeJson(join(out, bill), billOfMaterials(published, bundled, optionalDependencies))
  process.stdout.write(`${filename}: ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}\n`)
  return [filename, bill]
}

/** Without the code caches, which fit the Node that made them only (the command line makes its own), and the source maps. */
function copyBuild(name, stage) {
  const from = join(root, 'packages', name, 'dist')
  if (!existsSync(from)) throw new Error(`packages/${name} is not built.`)
  const isWanted = (file) => !/\.(?:cache|map)$/.test(file)
  cpSync(from, join(stage, 'packages', name, 'dist'), { recursive: true, filter: isWanted })
}

/** The pages that `man portico-…` shows, which npm puts into the manual of the prefix. */
function writeManual(stage) {
  execFileSync(process.execPath, [join(root, 'bin', 'portico'), 'help', '--man', join(stage, 'man')], {
    stdio: 'ignore',
  })
  return readdirSync(join(stage, 'man')).map((file) => `man/${file}`)
}

/**
 * The completion of each shell, where bash-completion 2.12 or newer looks for it: below the folder of the program, following the link
 * that npm makes in the prefix. docs/guides/command-line.md links the others to where their shells look.
 */
function writeCompletions(stage) {
  const files = {
    bash: 'share/bash-completion/completions/portico',
    zsh: 'share/zsh/site-functions/_portico',
    fish: 'share/fish/vendor_completions.d/portico.fish',
  }
  for (const [shell, file] of Object.entries(files)) {
    mkdirSync(join(stage, dirname(file)), { recursive: true })
    const program = [join(root, 'bin', 'portico'), 'completion', shell]
    writeFileSync(join(stage, file), execFileSync(process.execPath, program, { encoding: 'utf8' }))
  }
}

/** The licences of both archives, for a person who has to decide about them; ends where one is not known to be allowed. */
function writeReport() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const contents = archives.map(({ name, packages: builds, optionalDependencies }) => ({
    name,
    folders: [...packagesIn(builds), ...Object.keys(optionalDependencies).map((one) => `node_modules/${one}`)],
  }))
  const file = `portico-licences-${manifest.version}.md`
  writeFileSync(join(out, file), licenceReport({ version: manifest.version, contents, packages }))
  return file
}

/** The licences of what the build contains, with their texts as their authors ship them. */
function licences(bundled) {
  const heading = 'This archive contains these packages, each under its own licence.\n'
  return [heading, ...bundled.map(licenceOf)].join(`\n${'-'.repeat(80)}\n`)
}

function licenceOf(folder) {
  const { name, version, license = 'see its text' } = manifestOf(folder)
  const files = readdirSync(join(root, folder)).filter((file) => /^(?:licen[cs]e|copying|notice)(?:\.|-|$)/i.test(file))
  const texts = files
    .filter((file) => statSync(join(root, folder, file)).isFile())
    .map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
  if (texts.length === 0 && license === 'see its text') throw new Error(`${name} has no licence.`)
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
}

/** CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). */
function billOfMaterials(published, bundled, optional) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const optionals = Object.keys(optional).map((name) => `node_modules/${name}`)
  const component = (folder, scope) => {
    const { name, version, licence } = packageOf(folder, lock)
    const { integrity } = lock[folder]
    const [algorithm, hash] = integrity.split('-', 2)
    return {
      type: 'library',
      'bom-ref': `pkg:npm/${name.replace('@', '%40')}@${version}`,
      name,
      version,
      scope,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [
        { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
      licenses: [{ expression: licence }],
    }
  }
  const { name, version, license } = published
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [
      ...bundled.map((folder) => component(folder, 'required')),
      ...optionals.map((folder) => component(folder, 'optional')),
    ],
  }
}

/** The commit that is packaged; undefined outside a clone. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

function npm(words, cwd) {
  return execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', words, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`
}
