'use strict'

// Starts the command line. The build copies this file to dist/main.cjs and puts the names of the chunks in.
//
// Chunks are compiled with V8's code cache beside them, which halves the start. The cache carries the chunk's content
// hash in its name, because V8 compares no more than the length of the source; and V8's version, which V8 does compare.
// Where there is none for this Node, the chunk is compiled and its cache left for the next command if the folder allows.
const { readFileSync, writeFileSync, renameSync, rmSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const entry = '__ENTRY__'
const version = '__VERSION__'
const chunks = new Set(__CHUNKS__)

/** The bundler's own few functions, which every chunk needs: not worth a file and a cache. */
const runtime = '__RUNTIME__'
// oxlint-disable-next-line no-unused-vars -- the code that the build puts in uses them
function runtimeCode(exports, require, module) {
  '__RUNTIME_CODE__'
}

/** Scripts without a cache: file of the cache, and what to make it from. */
const uncached = new Map()
const loaded = new Map()

function load(name) {
  const before = loaded.get(name)
  if (before !== undefined) return before.exports
  const module = { exports: {} }
  loaded.set(name, module)
  if (name === runtime) {
    runtimeCode(module.exports, requireFrom, module)
    return module.exports
  }
  const filename = join(__dirname, name)
  const cacheFile = `${filename.slice(0, -4)}.${process.versions.v8}-${process.arch}.cache`
  const cachedData = read(cacheFile)
  // The chunks are ASCII (build/code-cache.mjs sees to it), which is the quickest to read.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`
  const script = new Script(source, { filename, cachedData })
  if (cachedData === undefined) uncached.set(cacheFile, script)
  script.runInThisContext()(module.exports, requireFrom, module, filename, __dirname)
  return module.exports
}

function requireFrom(id) {
  return chunks.has(id) ? load(id.slice(2)) : require(id)
}

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Writes the caches that were missing, with all functions that ran until now. Never a reason to fail. */
function keepCaches() {
  for (const [path, script] of uncached) {
    const draft = `${path}.${process.pid}`
    try {
      writeFileSync(draft, script.createCachedData(), { flag: 'wx' })
      renameSync(draft, path)
    } catch {
      rmSync(draft, { force: true })
    }
  }
  uncached.clear()
}

/**
 * The HTTP parser is WebAssembly: compiling it a second time, for speed, holds the exit of a command for 80 ms. V8
 * takes flags into account when it judges a cache, so this waits until the code is loaded, and until caches exist.
 */
function onConnect() {
  if (uncached.size === 0) require('node:v8').setFlagsFromString('--liftoff-only')
}

exports.load = () => load(entry)
exports.keepCaches = keepCaches
exports.main = async (running) => {
  await load(entry).main(running, version, onConnect)
  if (uncached.size > 0) running.once('exit', keepCaches)
}
