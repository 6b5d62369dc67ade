'use strict'

// Leaves V8's code cache of each chunk that is named beside it, for start.cjs.
const { readFileSync, writeFileSync } = require('node:fs')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const kind = `${process.version}.${cachedDataVersionTag()}`
for (const filename of process.argv.slice(2)) {
  // All functions are compiled at once, as no command runs here. V8 compares flags, so they are put back before it writes.
  setFlagsFromString('--no-lazy')
  const script = new Script(readFileSync(filename, 'utf8'), { filename })
  setFlagsFromString('--lazy')
  writeFileSync(`${filename.slice(0, -'.cjs'.length)}.${kind}.cache`, script.createCachedData())
}
