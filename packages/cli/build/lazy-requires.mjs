// Dependencies create or require at import time what our commands use rarely or never. Versions are pinned exactly: if a
// new version has different code, the build fails here instead of the program at runtime.

const segmenter = 'const segmenter = new Intl.Segmenter();'
const lazySegmenter = 'let made; const segmenter = { segment: text => (made ??= new Intl.Segmenter()).segment(text) };'

/** Rewrites by the end of the module's path: each text occurs exactly once; `$1` is its captured group. */
const rewritten = {
  // commander spawns only subcommands that are separate programs; we have none. Saves loading child_process and dgram.
  'commander/lib/command.js': [
    [
      "const childProcess = require('node:child_process');",
      "const childProcess = { spawn: (...all) => require('node:child_process').spawn(...all) };",
    ],
  ],
  // HTTP/2 requires the option `allowH2`. Saves http2 and tls.
  'undici/lib/dispatcher/client.js': [
    [
      "const connectH2 = require('./client-h2.js')",
      "const connectH2 = () => { throw new Error('HTTP/2 was not asked for.') }",
    ],
    ["const http = require('node:http')\n", ''],
    [/http &&\n {2}http\.maxHeaderSize &&[^]*?: \(\) => \{ throw [^\n]*\}/, "() => require('node:http').maxHeaderSize"],
  ],
  // Our bodies are text and bytes: the fetch standard's forms and blobs are not needed.
  'undici/lib/dispatcher/client-h1.js': [
    ["extractBody = require('../web/fetch/body.js').extractBody", "throw new Error('A body is text or bytes.')"],
  ],
  'undici/lib/llhttp/llhttp_simd-wasm.js': [wasmFile('llhttp-simd.wasm')],
  'undici/lib/llhttp/llhttp-wasm.js': [wasmFile('llhttp.wasm')],
  // A request's body may be a message of node:http elsewhere; ours are text and bytes.
  'undici/lib/core/util.js': [
    ["const { IncomingMessage } = require('node:http')\n", ''],
    [
      'Object.getPrototypeOf(stream).constructor === IncomingMessage',
      "Object.getPrototypeOf(stream).constructor?.name === 'IncomingMessage'",
    ],
  ],
  // Making a segmenter reads Unicode tables: 14 ms of the first frame, which asks for colours in ASCII only.
  'slice-ansi/tokenize-ansi.js': [lazyGraphemes('GRAPHEME_SEGMENTER')],
  '@alcalzone/ansi-tokenize/build/tokenize.js': [lazyGraphemes('segmenter', '/^[\\x1b -~]*$/')],
  // Ink asks it to take a line of a stack apart, not which lines are Node's own. Saves loading Node's module loader.
  'stack-utils/index.js': [["require('module').builtinModules", '[]']],
  // Its callers always pass functions. Saves loading assert.
  'signal-exit/index.js': [
    ["var assert = require('assert')\n", ''],
    ["assert.equal(typeof cb, 'function', 'a callback must be provided for exit handler')\n", ''],
  ],
  // The global `performance` loads perf_hooks; the same clock can be asked without.
  'scheduler/cjs/scheduler.production.js': [
    ['"object" === typeof performance && "function" === typeof performance.now', 'true'],
    ['localPerformance = performance;', 'localPerformance = { now: () => Number(process.hrtime.bigint()) / 1e6 };'],
  ],
  'ink/build/ink.js': [
    ['const startTime = performance.now();', 'const startTime = this.options.onRender && performance.now();'],
  ],
  // Text in ASCII needs neither segmenter nor these expressions, which load 35 ms of Unicode tables.
  'wrap-ansi/index.js': [[segmenter, lazySegmenter]],
  'node_modules/string-width/index.js': [
    [segmenter, lazySegmenter],
    [/const visibleCharacterRegex = (\/.*\/v);/, lazyExpression('visibleCharacterRegex')],
    [/const spacingMarkRegex = (\/.*\/v);/, lazyExpression('spacingMarkRegex')],
    [/const rgiEmojiRegex = (\/.*\/v);/, lazyExpression('rgiEmojiRegex')],
  ],
}

/** undici asserts, and never fails to: saves loading four modules with each request. */
const assertion = "const assert = require('node:assert')"
const lazyAssertion = "const assert = (holds, message) => { if (!holds) require('node:assert')(holds, message) }"

/** WebAssembly is a file beside the chunks: as text it would be read and decoded with each start. */
function wasmFile(name) {
  const read = `require('node:fs').readFileSync(require('node:path').join(__dirname, '${name}'))`
  return [/const wasmBase64 = '([A-Za-z0-9+/=]+)'[^]*$/, `module.exports = ${read}\n`, name]
}

/** A plugin that makes those requires lazy. */
export function lazyRequires() {
  return {
    name: 'lazy-requires',
    transform(code, id) {
      if (id.startsWith('\0')) return null
      const path = id.replaceAll('\\', '/')
      const edits = [...(Object.entries(rewritten).find(([end]) => path.endsWith(`/${end}`))?.[1] ?? [])]
      if (path.includes('/undici/lib/') && code.includes(assertion)) {
        if (/\bassert\.\w/.test(code))
          throw new Error(`${path} asserts otherwise than build/lazy-requires.mjs expects.`)
        edits.push([assertion, lazyAssertion])
      }
      if (edits.length === 0) return null
      for (const [from, , fileName] of edits)
        if (fileName !== undefined)
          this.emitFile({ type: 'asset', fileName, source: Buffer.from(code.match(from)[1], 'base64') })
      return { code: edits.reduce((text, edit) => replaced(text, edit, path), code) }
    },
  }
}

/** A segmenter created for the first text that `isSimple` does not match; in simple texts every character is a grapheme. */
function lazyGraphemes(name, isSimple) {
  const simply = isSimple && `${isSimple}.test(text) ? Array.from(text, (segment, index) => ({ segment, index })) : `
  return [
    RegExp(`const ${name} = (new Intl\\.Segmenter\\(undefined, \\{ ?granularity: ['"]grapheme['"] ?\\}\\));`),
    `let ${name}Made; const ${name} = { segment: text => ${simply ?? ''}(${name}Made ??= $1).segment(text) };`,
  ]
}

/** A regular expression created on first use, through `test` or `search`. */
function lazyExpression(name) {
  return `let ${name}Made; const ${name} = {
  test: text => (${name}Made ??= $1).test(text),
  [Symbol.search]: text => text.search(${name}Made ??= $1),
};`
}

function replaced(text, [from, to], path) {
  const found = text.match(typeof from === 'string' ? RegExp(literal(from), 'g') : RegExp(from.source, 'g'))
  if (found?.length !== 1) throw new Error(`${path} no longer reads as build/lazy-requires.mjs expects: ${from}`)
  return text.replace(from, typeof from === 'string' ? () => to : to)
}

function literal(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
