'use strict'

// Starts the command line. The build copies this file to dist/main.cjs and puts the name of the entry in.
//
// Chunks are compiled with V8's code cache beside them: without it, `portico whoami` takes 59 % more processor time. The
// cache carries in its name the chunk's content hash, because V8 compares no more than the length of the source; V8's tag of
// its flags; and the version of Node: the tag is the same for 20.19 and 20.20, and one that takes the cache of the other
// crashes. Where there is none for this Node, the chunk is compiled and its cache left for the next command if the folder
// allows.
const { fstatSync, readFileSync, writeFileSync, writeSync, renameSync, rmSync } = require('node:fs')
const { join } = require('node:path')

const entry = '__ENTRY__'
const version = '__VERSION__'

/** Scripts without a cache that V8 took: file of the cache, and what to make it from. */
const uncached = new Map()
const loaded = new Map()
let cacheKind
let isConnected = false

function load(name) {
  const before = loaded.get(name)
  if (before !== undefined) return before.exports
  const module = { exports: {} }
  loaded.set(name, module)
  const filename = join(__dirname, name)
  cacheKind ??= `${process.version}.${require('node:v8').cachedDataVersionTag()}`
  const cacheFile = `${filename.slice(0, -4)}.${cacheKind}.cache`
  const cachedData = read(cacheFile)
  const source = readFileSync(filename, 'utf8')
  const { Script } = require('node:vm')
  const script = withFirstFlags(() => new Script(source, { filename, cachedData }))
  if (cachedData === undefined || script.cachedDataRejected) uncached.set(cacheFile, script)
  script.runInThisContext()(module.exports, requireFrom, module, filename, __dirname)
  return module.exports
}

function requireFrom(id) {
  return id.startsWith('./') ? load(id.slice(2)) : require(id)
}

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Writes the caches that were missing or refused, with all functions that ran until now. Never a reason to fail. */
function keepCaches() {
  for (const [path, script] of uncached) {
    const draft = `${path}.${process.pid}`
    try {
      const cache = withFirstFlags(() => script.createCachedData())
      writeFileSync(draft, cache, { flag: 'wx' })
      renameSync(draft, path)
    } catch {
      rmSync(draft, { force: true })
    }
  }
  uncached.clear()
}

/**
 * The HTTP parser is WebAssembly: compiling it a second time, for speed, adds 150 % to whoami. V8 takes flags into account
 * when it judges a cache: while a script is compiled they are what they were at the start. Set at the start, they would cost
 * Node's own modules their cache: 18 % of whoami.
 */
function onConnect() {
  isConnected = true
  require('node:v8').setFlagsFromString('--liftoff-only')
}

function withFirstFlags(make) {
  if (!isConnected) return make()
  const { setFlagsFromString } = require('node:v8')
  // The first flag took the others with it.
  setFlagsFromString('--no-liftoff-only --wasm-tier-up --wasm-dynamic-tiering')
  try {
    return make()
  } finally {
    setFlagsFromString('--liftoff-only')
  }
}

/** node:tty is asked only where it could be one: it loads sockets and streams, 12 to 17 % of --help. */
function isTerminal(fd) {
  try {
    if (!fstatSync(fd).isCharacterDevice()) return false
  } catch {
    // A stream that was closed, or a kind that only Node's own look knows.
  }
  return require('node:tty').isatty(fd)
}

/** The help of the program, as the build printed it: saves a third of --help. On a terminal it depends on the width. */
function printHelp(running) {
  const [word, ...more] = running.argv.slice(2)
  if ((word !== '--help' && word !== '-h') || more.length > 0 || isTerminal(1)) return false
  const help = read(join(__dirname, 'help.txt'))
  if (help === undefined) return false
  try {
    const written = writeSync(1, help)
    if (written < help.length) running.stdout.write(help.subarray(written))
  } catch (reason) {
    if (reason.code === 'EAGAIN') running.stdout.write(help)
    else if (reason.code !== 'EPIPE') throw reason
  }
  return true
}

exports.main = async (running) => {
  if (printHelp(running)) return
  await load(entry).main(running, version, onConnect)
  if (uncached.size > 0) running.once('exit', keepCaches)
  // All output is written, and open handles do not matter.
  running.exit()
}
